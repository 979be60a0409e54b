import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REFUSED = ['koa', 'node:fs', '@forewarn/wire', 'inversify', 'neverthrow-extra'];
const ALLOWED = ['neverthrow', './model/target.ts', '../index.ts'];

test('lint refuses all imports in core but neverthrow and its own files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const core = join(folder, 'packages/core/src');
  await mkdir(core, { recursive: true });
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const lines = [...REFUSED, ...ALLOWED].map(
    (name, no) => `export { a as a${no} } from '${name}';`,
  );
  await writeFile(join(core, 'a.ts'), lines.join('\n'));

  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix'], { cwd: folder, encoding: 'utf8' });

  const refused = [...stdout.matchAll(/'(?<name>\S+)' import is restricted/g)];
  expect(refused.map(({ groups }) => groups?.['name'])).toEqual(REFUSED);
});
