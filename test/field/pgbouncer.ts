import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { serverUser } from '../../tools/postgres-binaries.ts';
import { freePort } from '../../tools/postgres-server.ts';

const PACKAGES = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'];

/** Returns PgBouncer's program and the folder of its libraries: those of the machine, or of Debian's packages, unpacked. */
function program(folder: string): { readonly command: string; readonly libraries: string } {
  const installed = '/usr/sbin/pgbouncer';
  if (existsSync(installed)) return { command: installed, libraries: '' };
  execFileSync('apt-get', ['download', ...PACKAGES], { cwd: folder, stdio: 'pipe' });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', name, '.'], { cwd: folder, stdio: 'pipe' });
  }
  const [architecture = ''] = readdirSync(join(folder, 'usr/lib')).filter((name) =>
    name.includes('-linux-'),
  );
  return { command: join(folder, installed), libraries: join(folder, 'usr/lib', architecture) };
}

/** A PgBouncer in transaction mode before a database. */
export interface PgBouncer {
  /** Whether this version can keep named statements. */
  readonly keepsNamed: boolean;
  readonly url: string;
  stop(): Promise<void>;
}

/** The first version 1.x that keeps named statements in transaction mode. */
const KEEPS_NAMED = 21;

/**
 * Starts a PgBouncer with two connections to the server of a URL, in transaction mode.
 *
 * @param namedStatements how many it keeps, where it can keep any
 */
export async function startPgBouncer(server: string, namedStatements = 0): Promise<PgBouncer> {
  const folder = mkdtempSync(join(memoryFolder() ?? '/tmp', 'forewarn-pgbouncer-'));
  chmodSync(folder, 0o777);
  const { command, libraries } = program(folder);
  const env = libraries === '' ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };
  const said = execFileSync(command, ['--version'], { env, encoding: 'utf8' });
  const [, version = ''] = /PgBouncer 1\.(\d+)/.exec(said) ?? [];
  const keepsNamed = Number(version) >= KEEPS_NAMED;
  const { hostname, port, pathname } = new URL(server);
  const listenPort = await freePort();
  const config = `
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
${keepsNamed ? `max_prepared_statements = ${namedStatements}` : ''}
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), config);
  const pooler = spawn(command, [join(folder, 'pgbouncer.ini')], {
    ...serverUser(),
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = (): void => {
    pooler.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', end);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', (code) => reject(new Error(`pgbouncer ended (${code}): ${log}`)));
  });
  return {
    keepsNamed,
    url: `postgres://postgres@127.0.0.1:${listenPort}${pathname}`,
    stop: async () => {
      process.off('exit', end);
      const ended = once(pooler, 'exit');
      end();
      await ended;
    },
  };
}
