// Checks the packed packages: lints them, installs them outside of the repository, and compiles and runs code that uses them.
import { spawn } from 'node:child_process';
import { strict as assert } from 'node:assert';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDatabase } from './create-database.ts';
import { type ConsumerProject, OURS, PROJECTS } from './consumer-projects.ts';
import {
  bin,
  lintPackages,
  ours,
  type PackedPackage,
  packPackages,
  ROOT,
} from './pack-packages.ts';
import { startPostgres } from './postgres-server.ts';
import { run, runWith } from './run-program.ts';

type Packages = ReadonlyMap<string, PackedPackage>;
type Dependencies = Readonly<Record<string, string>>;

/** Installs packages into an empty folder, as a new project would. */
async function install(folder: string, dependencies: Dependencies): Promise<void> {
  mkdirSync(folder);
  const manifest = { type: 'module', private: true, dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run(folder, 'npm', 'install', ...flags);
}

/** Counts the installed copies of a package, at any depth. */
function copiesOf(name: string, folder: string): number {
  const installed = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { readonly packages: Readonly<Record<string, unknown>> };
  const isIt = (path: string): boolean => path.endsWith(`node_modules/${name}`);
  return Object.keys(installed.packages).filter(isIt).length;
}

/** Dependencies on packed packages, and on those that they depend on: no registry has them yet. */
function packedIn(packages: Packages, names: readonly string[]): Dependencies {
  const found = new Map<string, string>();
  const add = (name: string): void => {
    const packed = packages.get(name);
    if (packed === undefined || found.has(name)) return;
    found.set(name, `file:${packed.tarball}`);
    Object.keys(packed.manifest.dependencies ?? {}).forEach(add);
  };
  names.forEach(add);
  return Object.fromEntries(found);
}

/** Installs what a project needs, and compiles and runs its files. */
async function check(
  project: ConsumerProject,
  folder: string,
  packages: Packages,
  server: string,
): Promise<void> {
  const { name, files, compiled = [], versions, shared, absent } = project;
  const names =
    project.packages === 'all'
      ? [...packages.keys()]
      : project.packages.map((each) => `@forewarn/${each}`);
  const isOurs = (each: string): boolean => versions[each] === OURS;
  await install(folder, {
    ...(versions as Dependencies),
    ...ours(...Object.keys(versions).filter(isOurs)),
    ...packedIn(packages, names),
  });
  for (const each of shared) assert.equal(copiesOf(each, folder), 1, `${name}: copies of ${each}`);
  for (const each of absent) assert.equal(copiesOf(each, folder), 0, `${name}: copies of ${each}`);
  for (const file of files) cpSync(join(ROOT, 'tools/consumer', file), join(folder, file));
  for (const file of compiled) {
    const from = file.startsWith('node_modules/') ? folder : ROOT;
    cpSync(join(from, file), join(folder, basename(file)));
  }
  const all = [...files, ...compiled.map((file) => basename(file))];
  await Promise.all([
    compile(folder, all, '--module', 'nodenext'),
    compile(folder, all, '--module', 'esnext', '--moduleResolution', 'bundler'),
    ...files.map(async (file) => {
      const { url: DATABASE_URL } = await createDatabase(server);
      await runWith({ DATABASE_URL }, folder, process.execPath, file);
    }),
  ]);
  console.log(`${name}: ${files.join(', ')} run; ${all.length} files compile`);
}

const compile = (folder: string, files: readonly string[], ...how: readonly string[]) => {
  const flags = ['--noEmit', '--strict', '--target', 'es2024', '--types', 'node'];
  // As strict as projects can be: what compiles with these compiles without them.
  const strict = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const imports = ['--allowImportingTsExtensions'];
  return run(folder, bin('tsc'), ...how, ...flags, ...strict, ...imports, ...files);
};

/** Installs the command for pipelines, without the service. */
async function askFromPipeline(folder: string, packages: Packages): Promise<void> {
  await install(folder, packedIn(packages, ['@forewarn/cli']));
  const version = (await run(folder, 'npx', 'forewarn', '--version')).trim();
  for (const other of ['inversify', 'koa', 'kysely', 'pg', 'pino']) {
    assert.equal(copiesOf(other, folder), 0, `copies of ${other}`);
  }
  console.log(`npx forewarn ${version} of the cli runs without a store and Koa`);
}

/** Starts a server, whose first line has its URL, and stops it after a look at it. */
async function lookAt(
  server: { readonly folder: string; readonly command: readonly [string, ...string[]] },
  env: NodeJS.ProcessEnv,
  look: (url: string) => Promise<void>,
): Promise<void> {
  const [program, ...args] = server.command;
  const process = spawn(program, args, {
    cwd: server.folder,
    env: { ...globalThis.process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  try {
    for await (const line of createInterface(process.stdout)) {
      const url = /https?:[^"\s]+/.exec(line)?.[0];
      assert.ok(url !== undefined, `${program} ${args.join(' ')} prints no URL: ${line}`);
      return await look(url);
    }
    assert.fail(`${program} ${args.join(' ')} ends at once`);
  } finally {
    if (process.pid !== undefined) globalThis.process.kill(-process.pid, 'SIGTERM');
  }
}

/** Starts the service that was installed with all packages. */
async function serveInstalled(folder: string): Promise<void> {
  const env = { PORT: '0', DATABASE_URL: 'sqlite:./packed.db' };
  await lookAt({ folder, command: ['npx', 'forewarn', 'serve'] }, env, async (url) => {
    assert.deepEqual(await (await fetch(`${url}/health`)).json(), { health: 'GOOD' });
    for (const path of ['/docs/swagger-ui-bundle.js', '/page/page.js']) {
      assert.ok((await fetch(`${url}${path}`)).ok, `the package lacks ${path}`);
    }
  });
  console.log('npx forewarn serve responds');
}

/** Compiles a host with decorated classes in the container of the service, and starts it. */
async function serveDecorated(folder: string): Promise<void> {
  const file = 'host.example.ts';
  cpSync(join(ROOT, 'packages/service/test/rebuilt', file), join(folder, file));
  const flags = ['--strict', '--target', 'es2024', '--types', 'node', '--outDir', 'out'];
  const decorators = ['--experimentalDecorators', '--emitDecoratorMetadata'];
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'];
  await Promise.all([
    run(folder, bin('tsc'), ...flags, ...decorators, '--module', 'nodenext', file),
    run(folder, bin('tsc'), ...flags, ...decorators, ...bundler, file),
  ]);
  const command = [process.execPath, 'out/host.example.js'] as const;
  await lookAt({ folder, command: [...command] }, { PLATFORM_PORT: '0' }, async (url) => {
    const api = `${new URL(url).origin}/flags/api/admin`;
    const ask = async (path: string, session: number, method = 'GET'): Promise<number> => {
      const headers = { Cookie: `session=${session}` };
      return (await fetch(`${api}${path}`, { method, headers })).status;
    };
    const search = '/projects/shop/change-requests/scheduled?feature=checkout';
    assert.deepEqual([await ask(search, 2), await ask(search, 1)], [401, 200]);
    const strategy = '/strategies/sale';
    assert.equal(await ask(strategy, 2, 'DELETE'), 401);
    assert.equal(await ask(strategy, 1, 'DELETE'), 200);
    assert.equal(await ask(strategy, 1, 'DELETE'), 404);
  });
  console.log(`${file}: decorated classes compile, and the service made of them responds`);
}

const folder = mkdtempSync(join(tmpdir(), 'forewarn-packages-'));
const postgres = startPostgres();
try {
  const packed = await packPackages(folder);
  const packages: Packages = new Map(packed.map((each) => [each.manifest.name, each]));
  const { url } = await postgres;
  await Promise.all([
    ...PROJECTS.map((project) => check(project, join(folder, project.name), packages, url)),
    askFromPipeline(join(folder, 'pipeline'), packages),
    lintPackages(packed),
  ]);
  await Promise.all([serveInstalled(join(folder, 'all')), serveDecorated(join(folder, 'all'))]);
} finally {
  await (await postgres).stop();
  rmSync(folder, { recursive: true, maxRetries: 5 });
}
