// Checks the packages as their users get them: packed, linted, installed into an empty folder, compiled and run.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

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

/** Packs every package; answers where the tarballs are. */
function pack(into: string): readonly string[] {
  return readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name);
    const [packed] = JSON.parse(
      run(folder, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', into),
    ) as readonly [{ readonly filename: string; readonly files: readonly { path: string }[] }];
    const tests = packed.files.filter(({ path }) => /(?:^|\/)test\//.test(path));
    if (tests.length > 0) throw new Error(`${name} packs tests: ${tests[0]?.path}`);
    const tarball = join(into, packed.filename);
    run(root, bin('publint'), tarball, '--strict');
    if (Object.hasOwn(read(join(folder, 'package.json')).exports, '.')) {
      run(root, bin('attw'), tarball, '--profile', 'esm-only');
    }
    console.log(`${basename(tarball)}: packed; publint and attw are content`);
    return tarball;
  });
}

/** Installs the tarballs with what they depend on, as a new project would. */
function install(folder: string, tarballs: readonly string[]): void {
  const { devDependencies } = read(join(root, 'packages/http-koa/package.json'));
  const rootDev = read(join(root, 'package.json')).devDependencies;
  const koa = read(join(root, 'node_modules/koa/package.json')).version;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      type: 'module',
      private: true,
      dependencies: {
        ...Object.fromEntries(tarballs.map((path) => [nameOf(path), `file:${path}`])),
        koa,
        neverthrow: rootDev?.['neverthrow'],
        '@types/koa': devDependencies?.['@types/koa'],
        '@types/node': rootDev?.['@types/node'],
        vitest: rootDev?.['vitest'],
      },
    }),
  );
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline');
}

const nameOf = (tarball: string): string =>
  basename(tarball).replace(/^forewarn-(?<name>.+)-\d+\.\d+\.\d+\.tgz$/, '@forewarn/$<name>');

function compileAndRunEmbedded(folder: string): void {
  cpSync(join(root, 'tools/consumer/embedded.ts'), join(folder, 'embedded.ts'));
  for (const module of ['nodenext', 'bundler'] as const) {
    const how =
      module === 'bundler'
        ? ['--module', 'esnext', '--moduleResolution', module]
        : ['--module', module];
    const flags = ['--noEmit', '--strict', '--target', 'es2024', '--types', 'node'];
    run(folder, bin('tsc'), ...how, ...flags, 'embedded.ts');
    console.log(`embedded.ts compiles with ${module}`);
  }
  run(folder, process.execPath, 'embedded.ts');
  console.log('embedded.ts runs');
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
      if (JSON.stringify(health) !== '{"health":"GOOD"}') throw new Error('not in good health');
      const { ok } = await fetch(`${url}/docs/swagger-ui-bundle.js`);
      if (!ok) throw new Error('the page at /docs lacks its files');
      console.log('npx forewarn serve answers');
      break;
    }
  } finally {
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'forewarn-packages-'));
try {
  install(folder, pack(folder));
  compileAndRunEmbedded(folder);
  await serveInstalled(folder);
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}
