import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../local-server.ts';

const SCRIPT = join(import.meta.dirname, '../check-release.ts');
const NOT_OURS = 'the name forewarn on npm is not that of our command';

/** What a check of a wrong tag says, where a registry has a package of the name `forewarn`, or none. */
async function checkWith(dependencies: Readonly<Record<string, string>> | undefined) {
  const version = { name: 'forewarn', version: '0.1.0', dependencies };
  const found = {
    name: 'forewarn',
    'dist-tags': { latest: '0.1.0' },
    versions: { '0.1.0': version },
  };
  const { url, close } = await startLocalServer((_request, response) => {
    response.writeHead(dependencies === undefined ? 404 : 200).end(JSON.stringify(found));
  });
  const cache = await mkdtemp(join(tmpdir(), 'forewarn-npm-'));
  onTestFinished(async () => {
    await close();
    await rm(cache, { recursive: true });
  });
  const env = { ...process.env, npm_config_registry: `${url}/`, npm_config_cache: cache };
  return promisify(execFile)(process.execPath, [SCRIPT, 'v0.0.0'], { env }).catch(
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
}

test.each([
  ['has nobody', undefined],
  ['is that of another package', { malware: '1.0.0' }],
  ['has more than our command', { '@forewarn/service': '0.1.0', malware: '1.0.0' }],
] as const)(
  'there is no release while the name that people type %s',
  async (_what, dependencies) => {
    expect(await checkWith(dependencies)).toContain(NOT_OURS);
  },
);

test('a name that is ours stops no release', async () => {
  const said = await checkWith({ '@forewarn/service': '0.1.0' });

  expect(said).not.toContain(NOT_OURS);
  expect(said).toContain('the tag is v0.0.0, but');
});
