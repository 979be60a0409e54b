import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ALWAYS_REFUSED = ['koa', 'node:fs', '@forewarn/wire', 'inversify', 'neverthrow-extra'];

test.each([
  ['core', [], ['record', 'impact', 'notify']],
  ['platform', ['core'], ['record', 'store']],
  ['record', ['core', 'platform'], ['impact', 'unleash', 'store']],
  ['impact', ['core', 'platform', 'record'], ['forecast', 'notify']],
  ['forecast', ['core', 'record', 'impact'], ['notify', 'unleash']],
  ['notify', ['core', 'record', 'impact', 'forecast'], ['store', 'use-cases']],
  ['operate', ['core'], ['record', 'notify']],
])('lint lets %s import only neverthrow, its own files and %j', async (name, below, above) => {
  const ours = (names: readonly string[]) => names.map((each) => `@forewarn/${each}`);
  const refused = [...ALWAYS_REFUSED, ...ours(above)];
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = join(folder, 'packages', name, 'src');
  await mkdir(source, { recursive: true });
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const lines = [...refused, 'neverthrow', './target.ts', ...ours(below)].map(
    (each, no) => `export { a as a${no} } from '${each}';`,
  );
  await writeFile(join(source, 'a.ts'), lines.join('\n'));

  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix'], { cwd: folder, encoding: 'utf8' });

  const found = [...stdout.matchAll(/'(?<name>\S+)' import is restricted/g)];
  expect(found.map(({ groups }) => groups?.['name'])).toEqual(refused);
});
