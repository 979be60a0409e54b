// Checks the lock files. Without the packages of every platform, `npm ci` fails on the others. A Node for glibc must
// name its `libc`, which npm may drop since the package does not: otherwise it would hide Alpine's own Node.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type LockedPackage = {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly libc?: readonly string[];
};

const root = fileURLToPath(new URL('..', import.meta.url));
const GLIBC_NODE = /node-linux-\w+$/;
const nameOf = (path: string): string => path.split('node_modules/').pop() ?? '';

for (const file of globSync('{.,tools/*}/package-lock.json', { cwd: root })) {
  const { packages } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const locked = new Set(Object.keys(packages).map(nameOf));
  const incomplete = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path === '' ? 'the root' : path} lacks ${name}`),
  );
  const forAnyLibc = Object.entries(packages)
    .filter(([path, { libc = [] }]) => GLIBC_NODE.test(path) && !libc.includes('glibc'))
    .map(([path]) => `${path} lacks "libc": ["glibc"]`);
  const problems = [...incomplete, ...forAnyLibc];
  if (problems.length > 0) {
    console.error(`${file} has problems:\n${problems.join('\n')}`);
    process.exitCode = 1;
  }
}
