import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ALWAYS_REFUSED = ['koa', 'node:fs', '@forewarn/wire', 'inversify', 'neverthrow-extra'];

/** What each package may import besides neverthrow and its own files, and some of what it may not. */
const LAYERS = [
  ['core', [], ['record', 'impact', 'notify']],
  ['platform', ['core'], ['record', 'store']],
  ['record', ['core', 'platform'], ['impact', 'unleash', 'store']],
  ['impact', ['core', 'platform', 'record'], ['forecast', 'notify']],
  ['forecast', ['core', 'record', 'impact'], ['notify', 'unleash']],
  ['notify', ['core', 'record', 'impact', 'forecast'], ['store', 'use-cases']],
  ['operate', ['core'], ['record', 'notify']],
] as const;

const ours = (names: readonly string[]) => names.map((each) => `@forewarn/${each}`);

test('lint lets each layer import only neverthrow, its own files and what is below it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const refused = new Map<string, readonly string[]>();
  for (const [name, below, above] of LAYERS) {
    const source = join(folder, 'packages', name, 'src');
    await mkdir(source, { recursive: true });
    refused.set(name, [...ALWAYS_REFUSED, ...ours(above)]);
    const lines = [
      ...ALWAYS_REFUSED,
      ...ours(above),
      'neverthrow',
      './target.ts',
      ...ours(below),
    ].map((each, no) => `export { a as a${no} } from '${each}';`);
    await writeFile(join(source, 'a.ts'), lines.join('\n'));
  }

  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix'], { cwd: folder, encoding: 'utf8' });

  const found = [
    ...stdout.matchAll(/packages\/(?<layer>\w+)\/.*'(?<name>\S+)' import is restricted/g),
  ].map(({ groups }) => groups ?? {});
  const byLayer = Map.groupBy(found, ({ layer = '' }) => layer);
  const names = [...byLayer].map(([layer, all]) => [layer, all.map(({ name }) => name)]);
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(refused));
});
