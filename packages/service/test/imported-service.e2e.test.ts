import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ENDS_WITH_PARENT } from './http/running-service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FROM_SOURCES = [
  '--conditions=@forewarn/source',
  // Node 24.0 warns that it strips types.
  '--disable-warning=ExperimentalWarning',
  '--import',
  ENDS_WITH_PARENT,
];

/** A folder in which modules find the dependencies of the repository. */
async function projectFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-host-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

const SETTINGS =
  /^(?:DATABASE_URL|HOST|PORT|BASE_PATH|LOG_LEVEL|NODE_ENV|UNLEASH_.*|.*_(?:AGE|DELETES|PROXY|TOKENS))$/;

const IMPORTED = `
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
const [files, variables] = [[], []];
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    files.push(found.url);
    return found;
  },
});
process.env = new Proxy({ ...process.env }, {
  get: (env, name) => {
    variables.push(String(name));
    return env[name];
  },
});
syncBuiltinESMExports();
const { createService } = await import('@forewarn/service');
console.log(JSON.stringify({ files, variables, type: typeof createService }));
`;

test('an import starts nothing, reads no setting, and loads no driver and no command', async () => {
  const cwd = await projectFolder();
  const args = [...FROM_SOURCES, '--input-type=module', '--eval', IMPORTED];

  const { stdout, stderr } = await run(process.execPath, args, { cwd });

  expect(stderr).toBe('');
  const { files, variables, type } = JSON.parse(stdout) as {
    readonly files: readonly string[];
    readonly variables: readonly string[];
    readonly type: string;
  };
  expect(type).toBe('function');
  const unwanted = /node:sqlite|\/(?:pg|kysely|commander)\/|\/packages\/(?:store-\w+|cli)\//;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  // Node 22.18 resolves a file of CommonJS twice.
  const reflecting = files.filter((file) => file.endsWith('/reflect-metadata/Reflect.js'));
  expect(new Set(reflecting).size).toBe(1);
  expect(variables.filter((name) => SETTINGS.test(name))).toEqual([]);
});
