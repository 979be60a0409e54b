import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly message: string;
  }[];
}

let workspace: string;

// A copy of the configuration, so that a concurrent build doesn't see the file that breaks the rule.
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'forewarn-lint-'));
  const config: object = JSON.parse(await readFile(join(ROOT, '.oxlintrc.json'), 'utf8'));
  // Type-aware rules need tsconfig files; this rule doesn't.
  const untyped = { ...config, options: { typeAware: false } };
  await writeFile(join(workspace, '.oxlintrc.json'), JSON.stringify(untyped));
});

afterEach(() => rm(workspace, { recursive: true }));

async function lint(path: string, lines: readonly string[]): Promise<readonly string[]> {
  const file = join(workspace, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`);
  const output = await new Promise<string>((resolve) => {
    // oxlint exits with 1 when it finds something.
    execFile(process.execPath, [OXLINT, '--format', 'json'], { cwd: workspace }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics }: Report = JSON.parse(output);
  return diagnostics
    .map(({ code, filename, message }) => `${filename}: ${code}: ${message}`)
    .toSorted();
}

const refusal = (specifier: string): string =>
  `packages/core/src/rules/probe.ts: eslint(no-restricted-imports): '${specifier}' import is restricted from being used by a pattern.`;

describe('the lint rule on imports of core', () => {
  test('rejects Node and packages, and allows neverthrow and own files', async () => {
    const findings = await lint('packages/core/src/rules/probe.ts', [
      `import { readFileSync } from 'node:fs';`,
      `import { Kysely } from 'kysely';`,
      `import { ok } from 'neverthrow';`,
      `import { own } from './own.ts';`,
      `import { parent } from '../parent.ts';`,
      `export const imported = [readFileSync, Kysely, ok, own, parent];`,
    ]);

    expect(findings).toEqual([refusal('kysely'), refusal('node:fs')]);
  });

  test('rejects types, re-exports and scoped packages', async () => {
    const findings = await lint('packages/core/src/rules/probe.ts', [
      `import type { Context } from 'koa';`,
      `export * from 'node:path/posix';`,
      `export { memoryStore } from '@forewarn/store-memory';`,
      `export type Mine = Context;`,
    ]);

    expect(findings).toEqual([
      refusal('@forewarn/store-memory'),
      refusal('koa'),
      refusal('node:path/posix'),
    ]);
  });

  test('allows the same imports elsewhere', async () => {
    const findings = await lint('packages/store-sql/src/probe.ts', [
      `import { readFileSync } from 'node:fs';`,
      `import { Kysely } from 'kysely';`,
      `export const imported = [readFileSync, Kysely];`,
    ]);

    expect(findings).toEqual([]);
  });
});
