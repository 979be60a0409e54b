// Checks the lock file. Without the packages of every platform, `npm ci` fails on the others. And an install script could run
// anything, so package.json must forbid each one.
import { readFileSync } from 'node:fs';

type LockedPackage = {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
};

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

const lock = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const { allowScripts } = read('package.json') as {
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

const nameOf = (path: string): string => path.split('node_modules/').pop() ?? '';

const locked = new Set(Object.keys(lock.packages).map(nameOf));
const incomplete = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !locked.has(name))
    .map((name) => `${path === '' ? 'the root' : path} lacks ${name}`),
);
const scripted = Object.entries(lock.packages)
  .filter(([path, { hasInstallScript = false }]) => {
    return hasInstallScript && allowScripts[nameOf(path)] !== false;
  })
  .map(([path]) => `${path} has an install script: forbid it in allowScripts of package.json`);

const wrong = [...incomplete, ...scripted];
if (wrong.length > 0) {
  console.error(`package-lock.json has problems:\n${wrong.join('\n')}`);
  process.exitCode = 1;
}
