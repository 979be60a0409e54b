// Runs a program of tools/check: `node tools/run-tool.ts oxlint --type-aware`.
import { spawnSync, type SpawnSyncOptions, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installTools } from './install-tools.ts';

/** Runs the first program of a package, to its end. Installs it first, unless it is there. */
export async function runTool(
  name: string,
  args: readonly string[],
  options: SpawnSyncOptions = {},
): Promise<SpawnSyncReturns<string>> {
  const modules = join(await installTools('check'), 'node_modules');
  const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const [file] = Object.values(bin);
  if (file === undefined) throw new Error(`tools/check has no program ${name}`);
  const program = join(modules, name, file);
  // oxlint finds tsgolint there.
  const PATH = [join(modules, '.bin'), process.env['PATH']].join(delimiter);
  // The lock pins the version of turbo, which asks for one in the root.
  const env = { ...process.env, PATH, TURBO_GLOBAL_WARNING_DISABLED: '1' };
  return spawnSync(process.execPath, [program, ...args], { ...options, env, encoding: 'utf8' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', ...args] = process.argv.slice(2);
  const { error, status } = await runTool(name, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
}
