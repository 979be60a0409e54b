// Checks that lint lets each layer import only neverthrow, its own files and what is below it.
import { strict as assert } from 'node:assert';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool } from './run-tool.ts';

const CONFIG = '.oxlintrc.json';
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

/** Writes a file of each layer, whose imports are allowed and refused. Returns what lint must refuse, by layer. */
function writeLayers(into: string): Readonly<Record<string, readonly string[]>> {
  const refused = LAYERS.map(([name, below, above]) => {
    const source = join(into, 'packages', name, 'src');
    mkdirSync(source, { recursive: true });
    const wrong = [...ALWAYS_REFUSED, ...ours(above)];
    const lines = [...wrong, 'neverthrow', './target.ts', ...ours(below)].map(
      (each, no) => `export { a as a${no} } from '${each}';`,
    );
    writeFileSync(join(source, 'a.ts'), lines.join('\n'));
    return [name, wrong] as const;
  });
  return Object.fromEntries(refused);
}

const folder = mkdtempSync(join(tmpdir(), 'forewarn-lint-'));
try {
  cpSync(fileURLToPath(new URL(`../${CONFIG}`, import.meta.url)), join(folder, CONFIG));
  const expected = writeLayers(folder);
  const { stdout } = await runTool('oxlint', ['--format=unix'], { cwd: folder });
  const found = [
    ...stdout.matchAll(/packages\/(?<layer>\w+)\/.*'(?<name>\S+)' import is restricted/g),
  ].map(({ groups }) => groups ?? {});
  const byLayer = Map.groupBy(found, ({ layer = '' }) => layer);
  const names = [...byLayer].map(([layer, all]) => [layer, all.map(({ name }) => name)]);
  assert.deepEqual(Object.fromEntries(names), expected);
} finally {
  rmSync(folder, { recursive: true });
}
