import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './packaged-postgres.ts';

/** The user that a server runs as; empty for the current user. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root, so root starts it as the user `nobody`. */
export const serverUser = (): ServerUser =>
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * Makes packaged server binaries executable for a user.
 *
 * @param base a folder that the user may read; the binaries are copied there if the user can't read them in place
 */
export function usableBinaries(packaged: Binaries, base: string, user: ServerUser): Binaries {
  const root = dirname(dirname(dirname(packaged.postgres)));
  // The package's install script makes the libraries' symlinks. Install scripts are off, so make them here.
  if (existsSync(join(root, 'native/pg-symlinks.json'))) {
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
  }
  if (user.uid === undefined || user.gid === undefined) return executable(packaged);
  chownSync(base, user.uid, user.gid);
  const isReachable =
    spawnSync('test', ['-x', dirname(packaged.postgres)], { ...user, cwd: '/' }).status === 0;
  if (isReachable) return executable(packaged);
  const copy = join(base, 'native');
  cpSync(join(root, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  return executable({ postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') });
}

function executable(binaries: Binaries): Binaries {
  for (const file of [binaries.postgres, binaries.initdb]) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  return binaries;
}

/** Not the order of bytes, as nearly everywhere. */
export const ICU_ORDER = '--locale-provider=icu --icu-locale=en-US';

/** Makes a server's data folder with the superuser `postgres`, without a password. */
export function initDatabase(
  { initdb }: Binaries,
  data: string,
  user: ServerUser,
  cwd: string,
): void {
  const options = { ...user, encoding: 'utf8', cwd } as const;
  // PostgreSQL 14 has no such default.
  const { stdout: help, error } = spawnSync(initdb, ['--help'], options);
  if (error !== undefined) throw new Error(`initdb failed: ${String(error)}`, { cause: error });
  const order = help.includes('--icu-locale') ? ICU_ORDER : '';
  const settings = `-U postgres -A trust -E UTF8 --locale=C ${order} --no-sync --no-instructions`;
  const init = spawnSync(initdb, ['-D', data, ...settings.split(/ +/)], options);
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);
}
