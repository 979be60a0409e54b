import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../local-server.ts';

const SCRIPT = join(import.meta.dirname, '../check-release.ts');
const NOT_OURS = 'npm does not say that the name forewarn is ours';

type Owners = Readonly<Record<string, readonly string[]>>;

/** What a check of a wrong tag says, where a registry has these packages, each with the names of its owners. */
async function checkWith(owners: Owners) {
  const { url, close } = await startLocalServer(({ url: path = '' }, response) => {
    const name = decodeURIComponent(path.slice(1));
    const maintainers = owners[name]?.map((each) => ({ name: each, email: `${each}@example.com` }));
    const version = { name, version: '0.1.0', maintainers };
    const found = {
      name,
      maintainers,
      'dist-tags': { latest: '0.1.0' },
      versions: { '0.1.0': version },
    };
    response.writeHead(maintainers === undefined ? 404 : 200).end(JSON.stringify(found));
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
  ['a package forewarn of other owners', { '@forewarn/service': ['ann'], forewarn: ['eve'] }],
  ['only a package forewarn', { forewarn: ['eve'] }],
] as const)('refuses a release while npm has %s', async (_what, owners) => {
  expect(await checkWith(owners)).toContain(NOT_OURS);
});

test('accepts the name forewarn if both packages have an owner in common', async () => {
  const said = await checkWith({ '@forewarn/service': ['ann', 'bob'], forewarn: ['bob'] });

  expect(said).not.toContain(NOT_OURS);
  expect(said).toContain('the tag is v0.0.0, but');
});
