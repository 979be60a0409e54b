// Checks the packed packages: lints them, installs them into an empty folder, and compiles and runs code that uses them.
import { execFileSync, spawn } from 'node:child_process';
import { strict as assert } from 'node:assert';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Packed {
  readonly filename: string;
  /** Maximum compressed size, in bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const MAX_BYTES = 256 * 1024;
/** pages-koa contains Swagger UI. */
const MAX_BYTES_OF_DOCS_KOA = 768 * 1024;
const FILES = [
  /^(?:README\.md|LICENSE|package\.json)$/,
  /^bin\/[\w-]+\.js$/,
  /^src\/.+\.ts$/,
  /^dist\/page\/(?:page\.html|LICENSES\.md|page\/page\.(?:js|css))$/,
  /^dist\/swagger-ui\/(?:swagger-ui(?:-bundle)?\.(?:js|css)(?:\.LICENSE\.txt)?|LICENSE|NOTICE)$/,
];
const BUILT = /^dist\/(?!(?:swagger-ui|page)\/)(?<source>.+)\.(?:js|d\.ts)(?:\.map)?$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/** The versions in the package.json of the repository. */
const ours = (...names: readonly string[]): Readonly<Record<string, string>> => {
  const { devDependencies = {} } = read(join(root, 'package.json'));
  return Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? '']));
};

function run(folder: string, command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${basename(command)} ${args.join(' ')} in ${folder}:\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}

/** Packs every package. Returns the paths of the tarballs by package name. */
function pack(into: string): ReadonlyMap<string, string> {
  const first = read(join(root, 'packages/core/package.json'));
  return new Map(
    readdirSync(join(root, 'packages')).map((folder) => {
      const manifest = read(join(root, 'packages', folder, 'package.json'));
      for (const field of ['version', 'license', 'engines'] as const) {
        assert.deepEqual(manifest[field], first[field], `${manifest.name}: ${field}`);
      }
      const tarball = join(into, packOne(folder, into).filename);
      run(root, bin('publint'), tarball, '--strict');
      if (Object.hasOwn(manifest.exports, '.')) {
        // The command's start is JavaScript: it must say which Node it needs on one that is too old.
        run(root, bin('attw'), tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'start');
      }
      console.log(`${basename(tarball)}: packed; publint and attw pass`);
      return [manifest.name, tarball];
    }),
  );
}

/** Packs one package and checks that it contains exactly its sources and their build. */
function packOne(name: string, into: string): Packed {
  const folder = join(root, 'packages', name);
  const flags = ['--json', '--ignore-scripts', '--pack-destination', into];
  const [packed] = JSON.parse(run(folder, 'npm', 'pack', ...flags)) as readonly [Packed];
  const paths = packed.files.map(({ path }) => path);
  const isExpected = (path: string): boolean => {
    const source = BUILT.exec(path)?.groups?.['source'];
    // The build of a deleted source would be packed.
    if (source !== undefined) return paths.includes(`src/${source}.ts`);
    return FILES.some((pattern) => pattern.test(path)) && !path.endsWith('.test.ts');
  };
  const others = paths.filter((path) => !isExpected(path));
  assert.deepEqual(
    others,
    [],
    `${name} contains other files; if they are from an old build, delete packages/*/dist and build again`,
  );
  assert.ok(
    paths.includes('LICENSE') && paths.includes('README.md'),
    `${name} contains its license`,
  );
  const most = name === 'pages-koa' ? MAX_BYTES_OF_DOCS_KOA : MAX_BYTES;
  assert.ok(packed.size <= most, `${name} has ${packed.size} bytes, maximum ${most}`);
  return packed;
}

/** Installs packages into an empty folder, as a new project would. */
function install(folder: string, dependencies: Readonly<Record<string, string>>): void {
  mkdirSync(folder);
  const manifest = { type: 'module', private: true, dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline');
}

/** Counts the installed copies of a package, at any depth. */
function copiesOf(name: string, folder: string): number {
  const installed = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { readonly packages: Readonly<Record<string, unknown>> };
  const isIt = (path: string): boolean => path.endsWith(`node_modules/${name}`);
  return Object.keys(installed.packages).filter(isIt).length;
}

/** Dependencies on packed packages. */
const packedIn = (
  tarballs: ReadonlyMap<string, string>,
  ...names: readonly string[]
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.map((name) => [`@forewarn/${name}`, `file:${tarballs.get(`@forewarn/${name}`)}`]),
  );

function compileAndRun(folder: string, file: string): void {
  cpSync(join(root, 'tools/consumer', file), join(folder, file));
  for (const module of ['nodenext', 'bundler'] as const) {
    const how =
      module === 'bundler'
        ? ['--module', 'esnext', '--moduleResolution', module]
        : ['--module', module];
    const flags = ['--noEmit', '--strict', '--target', 'es2024', '--types', 'node'];
    run(folder, bin('tsc'), ...how, ...flags, file);
    console.log(`${file} compiles with ${module}`);
  }
  run(folder, process.execPath, file);
  console.log(`${file} runs on Node ${process.versions.node}`);
}

/** Embeds the router in a Koa app, with the oldest supported Koa. */
function embed(folder: string, tarballs: ReadonlyMap<string, string>): void {
  install(folder, {
    ...packedIn(tarballs, 'client', 'core', 'http', 'http-koa', 'store-memory', 'unleash', 'wire'),
    ...ours('neverthrow', '@types/koa', '@types/node'),
    koa: '3.0.0',
  });
  compileAndRun(folder, 'embedded.ts');
  for (const shared of ['koa', 'neverthrow']) {
    assert.equal(copiesOf(shared, folder), 1, `copies of ${shared}`);
  }
  for (const other of ['inversify', 'kysely', 'pg', 'commander', 'pino']) {
    assert.equal(copiesOf(other, folder), 0, `copies of ${other}`);
  }
  console.log(
    "embedded.ts uses the app's own koa and neverthrow, and installs no container or driver",
  );
}

/** Installs the command for pipelines, without the service. */
function askFromPipeline(folder: string, tarballs: ReadonlyMap<string, string>): void {
  install(folder, packedIn(tarballs, 'cli', 'client', 'core', 'wire'));
  const version = run(folder, 'npx', 'forewarn', '--version').trim();
  for (const other of ['inversify', 'koa', 'kysely', 'pg', 'pino']) {
    assert.equal(copiesOf(other, folder), 0, `copies of ${other}`);
  }
  console.log(`npx forewarn ${version} of the cli runs without a store and Koa`);
}

/** Installs all packages together. */
async function useAll(folder: string, tarballs: ReadonlyMap<string, string>): Promise<void> {
  const packed = [...tarballs].map(([name, tarball]) => [name, `file:${tarball}`] as const);
  install(folder, { ...Object.fromEntries(packed), ...ours('@types/node', 'vitest') });
  compileAndRun(folder, 'stores.ts');
  for (const shared of ['koa', 'kysely', 'neverthrow', 'pg']) {
    assert.equal(copiesOf(shared, folder), 1, `copies of ${shared}`);
  }
  await serveInstalled(folder);
}

async function serveInstalled(folder: string): Promise<void> {
  console.log(`npx forewarn ${run(folder, 'npx', 'forewarn', '--version').trim()}`);
  const service = spawn('npx', ['forewarn', 'serve'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATABASE_URL: 'sqlite:./packed.db' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  try {
    for await (const line of createInterface(service.stdout)) {
      const { url } = JSON.parse(line) as { readonly url: string };
      const health = await (await fetch(`${url}/health`)).json();
      if (JSON.stringify(health) !== '{"health":"GOOD"}') throw new Error('/health is not GOOD');
      const { ok } = await fetch(`${url}/docs/swagger-ui-bundle.js`);
      if (!ok) throw new Error('the page at /docs lacks its files');
      const page = await fetch(`${url}/page/page.js`);
      if (!page.ok) throw new Error('the page at / lacks its files');
      console.log('npx forewarn serve responds');
      break;
    }
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'forewarn-packages-'));
try {
  const tarballs = pack(folder);
  embed(join(folder, 'embedder'), tarballs);
  askFromPipeline(join(folder, 'pipeline'), tarballs);
  await useAll(join(folder, 'user'), tarballs);
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}
