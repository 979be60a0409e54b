// Checks the lock file. Without the packages of every platform, `npm ci` fails on the others.
import { readFileSync } from 'node:fs';

type LockedPackage = {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const file = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const lock = JSON.parse(file) as { readonly packages: Readonly<Record<string, LockedPackage>> };
const nameOf = (path: string): string => path.split('node_modules/').pop() ?? '';

const locked = new Set(Object.keys(lock.packages).map(nameOf));
const incomplete = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !locked.has(name))
    .map((name) => `${path === '' ? 'the root' : path} lacks ${name}`),
);
if (incomplete.length > 0) {
  console.error(`package-lock.json has problems:\n${incomplete.join('\n')}`);
  process.exitCode = 1;
}
