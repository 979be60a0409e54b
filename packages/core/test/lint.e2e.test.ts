import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly message: string;
  }[];
}

const LINES = [
  `import { readFileSync } from 'node:fs';`,
  `import type { Context } from 'koa';`,
  `import { ok } from 'neverthrow';`,
  `import { own } from './own.ts';`,
  `import { parent } from '../parent.ts';`,
  `export * from 'node:path/posix';`,
  `export { memoryStore } from '@forewarn/store-memory';`,
  `export const imported = [readFileSync, ok, own, parent] as unknown as Context;`,
];

const refusal = (specifier: string): string =>
  `packages/core/src/rules/probe.ts: eslint(no-restricted-imports): '${specifier}' import is restricted from being used by a pattern.`;

// In a copy of the configuration, so that a concurrent build doesn't see the files that break the rule.
test('the linter lets only core import nothing but neverthrow and its own files', async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'forewarn-lint-'));
  const config: object = JSON.parse(await readFile(join(ROOT, '.oxlintrc.json'), 'utf8'));
  // Type-aware rules need tsconfig files; this rule doesn't.
  const untyped = JSON.stringify({ ...config, options: { typeAware: false } });
  await writeFile(join(workspace, '.oxlintrc.json'), untyped);
  for (const path of ['packages/core/src/rules/probe.ts', 'packages/store-sql/src/probe.ts']) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), `${LINES.join('\n')}\n`);
  }

  const output = await new Promise<string>((resolve) => {
    // oxlint exits with 1 when it finds something.
    execFile(process.execPath, [OXLINT, '--format', 'json'], { cwd: workspace }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  await rm(workspace, { recursive: true });

  const { diagnostics }: Report = JSON.parse(output);
  const findings = diagnostics.map(
    ({ code, filename, message }) => `${filename}: ${code}: ${message}`,
  );
  expect(findings.toSorted()).toEqual(
    ['@forewarn/store-memory', 'koa', 'node:fs', 'node:path/posix'].map(refusal),
  );
});
