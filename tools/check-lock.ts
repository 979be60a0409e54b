// A lock file written where some platform's packages could not be had breaks `npm ci` on every machine.
import { readFileSync } from 'node:fs';

type LockedPackage = {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

const locked = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').pop()));
const incomplete = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !locked.has(name))
    .map((name) => `${path === '' ? 'the root' : path} misses ${name}`),
);

if (incomplete.length > 0) {
  console.error(`package-lock.json is incomplete:\n${incomplete.join('\n')}`);
  process.exitCode = 1;
}
