// Checks the lock files. Without the packages of every platform, `npm ci` fails on the others.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type LockedPackage = {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const root = fileURLToPath(new URL('..', import.meta.url));
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
  if (incomplete.length > 0) {
    console.error(`${file} has problems:\n${incomplete.join('\n')}`);
    process.exitCode = 1;
  }
}
