import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from './install-tools.ts';
import { run } from './run-program.ts';

/** What a package.json of this repository contains. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface PackedPackage {
  readonly manifest: Manifest;
  readonly tarball: string;
}

interface Packed {
  readonly filename: string;
  /** Maximum compressed size, in bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const MAX_BYTES = 256 * 1024;
const MOST_BYTES: Readonly<Record<string, number>> = {
  // It contains Swagger UI.
  'pages-koa': 768 * 1024,
};
const FILES = [
  /^(?:README\.md|LICENSE|package\.json)$/,
  /^bin\/[\w-]+\.js$/,
  /^src\/.+\.ts$/,
  /^types\/.+\.d\.ts$/,
  /^test\/[\w-]+\.example\.ts$/,
  /^dist\/page\/(?:page\.html|LICENSES\.md|page\/page\.(?:js|css))$/,
  /^dist\/swagger-ui\/(?:swagger-ui(?:-bundle)?\.(?:js|css)(?:\.LICENSE\.txt)?|LICENSE|NOTICE)$/,
];
const BUILT = /^dist\/(?!(?:swagger-ui|page)\/)(?<source>.+)\.(?:js|d\.ts)(?:\.map)?$/;

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A program that `npm ci` installed. */
export const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/** The versions in the package.json of the repository. */
export const ours = (...names: readonly string[]): Readonly<Record<string, string>> => {
  const { devDependencies = {} } = read(join(ROOT, 'package.json'));
  return Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? '']));
};

/** Packs every package, and lints it. */
export async function packPackages(into: string): Promise<readonly PackedPackage[]> {
  const first = read(join(ROOT, 'packages/core/package.json'));
  return Promise.all(
    readdirSync(join(ROOT, 'packages')).map(async (folder) => {
      const manifest = read(join(ROOT, 'packages', folder, 'package.json'));
      for (const field of ['version', 'license', 'engines'] as const) {
        assert.deepEqual(manifest[field], first[field], `${manifest.name}: ${field}`);
      }
      const tarball = join(into, (await packOne(folder, into)).filename);
      return { manifest, tarball };
    }),
  );
}

export async function lintPackages(packages: readonly PackedPackage[]): Promise<void> {
  const tools = await installTools('package-checks');
  await Promise.all(packages.map((each) => lintPackage(each, join(tools, 'node_modules/.bin'))));
}

async function lintPackage({ manifest, tarball }: PackedPackage, linters: string): Promise<void> {
  await run(ROOT, join(linters, 'publint'), tarball, '--strict');
  if (Object.hasOwn(manifest.exports, '.')) {
    // The command's start is JavaScript: it must say which Node it needs on one that is too old.
    const flags = ['--profile', 'esm-only', '--exclude-entrypoints', 'start'];
    await run(ROOT, join(linters, 'attw'), tarball, ...flags);
  }
  console.log(`${basename(tarball)}: publint and attw pass`);
}

/** Packs one package and checks that it contains exactly its sources and their build. */
async function packOne(name: string, into: string): Promise<Packed> {
  const folder = join(ROOT, 'packages', name);
  const flags = ['--json', '--ignore-scripts', '--pack-destination', into];
  const [packed] = JSON.parse(await run(folder, 'npm', 'pack', ...flags)) as readonly [Packed];
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
  const most = MOST_BYTES[name] ?? MAX_BYTES;
  assert.ok(packed.size <= most, `${name} has ${packed.size} bytes, maximum ${most}`);
  return packed;
}
