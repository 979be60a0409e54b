import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { packagedPostgres } from '../../tools/packaged-postgres.ts';
import {
  initDatabase,
  type ServerUser,
  serverUser,
  usableBinaries,
} from '../../tools/postgres-binaries.ts';
import { freePort, untilReady } from '../../tools/postgres-server.ts';
import { notLeftBehind } from './left-behind.ts';

/** A PostgreSQL server of the harness's own, on a real disk and with fsync, to which everything may be done. */
export interface PostgresProcess {
  /** As the superuser. */
  readonly url: string;
  /** Starts it, and waits until it accepts connections. */
  start(): Promise<void>;
  /** SIGINT cuts its connections, SIGQUIT lets it end without tidying up. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Ends all its processes at once, as a machine that fails does. */
  kill(): Promise<void>;
  /** Stops all its processes where they are. */
  pause(): void;
  resume(): void;
  /** Lets it be a standby when it is started the next time. */
  becomeStandby(): void;
  /** Copies its data into a server of its own, which follows it as a standby of this name; it is to be started. */
  copyAsStandby(name: string): Promise<PostgresProcess>;
  remove(): void;
}

const MAX_CONNECTIONS = 60;

const STARTS = 50;

/** Makes a server, which is to be started. */
export async function makePostgres(): Promise<PostgresProcess> {
  return serverIn(await makePlace(), (place) =>
    initDatabase(place.binaries, place.data, place.user, place.folder),
  );
}

/** A folder for a server, and the programs to run there. */
type Place = Awaited<ReturnType<typeof makePlace>>;

async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'forewarn-faults-'));
  const user = serverUser();
  const packaged = await packagedPostgres(process.env['TEST_POSTGRES_MAJOR']);
  return {
    folder,
    data: join(folder, 'data'),
    binaries: usableBinaries(packaged, folder, user),
    user,
  };
}

async function serverIn(
  { folder, data, binaries, user }: Place,
  fill: (place: Place) => void | Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresProcess> {
  let server: ChildProcess | undefined;
  const all = (): readonly number[] =>
    server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)];
  const signalAll = (signal: NodeJS.Signals): void => {
    // The first one starts the others: they are listed when there can be no more of them.
    server?.kill(signal === 'SIGCONT' ? 'SIGCONT' : 'SIGSTOP');
    for (const pid of all()) signalTo(pid, signal);
  };
  const remove = notLeftBehind(() => {
    signalAll('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  await fill({ folder, data, binaries, user });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const args = ['-D', data, '-p', String(port), ...settings(more)];

  const ended = async (end: () => void): Promise<void> => {
    if (server === undefined) return;
    const exit = once(server, 'exit');
    end();
    await exit;
    server = undefined;
  };
  return {
    url,
    start: async () => {
      for (let tries = 1; ; tries++) {
        server = spawn(binaries.postgres, args, {
          ...user,
          stdio: ['ignore', 'ignore', 'pipe'],
          cwd: folder,
        });
        try {
          return await untilReady(server);
        } catch (error) {
          // Some process of one that was killed may not have ended yet.
          if (tries === STARTS) throw error;
        }
      }
    },
    stop: (signal) => ended(() => server?.kill(signal)),
    kill: () => ended(() => signalAll('SIGKILL')),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    becomeStandby: () => writeFileSync(join(data, 'standby.signal'), ''),
    copyAsStandby: async (name) => {
      const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
      return serverIn(
        await makePlace(),
        async (place) => {
          const label = await copyRunning(url, data, place.data);
          writeFileSync(join(place.data, 'backup_label'), label);
          writeFileSync(join(place.data, 'standby.signal'), '');
          giveTo(user, place.data);
        },
        { primary_conninfo },
      );
    },
    remove,
  };
}

/** Copies the data of a server that runs; returns what its copy needs as `backup_label`. */
async function copyRunning(url: string, data: string, copy: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ isOld: boolean }>(
      `select current_setting('server_version_num')::integer < 150000 as "isOld"`,
    );
    const [start, stop] = rows[0]?.isOld
      ? ["pg_start_backup('standby', true, false)", 'pg_stop_backup(false, false)']
      : ["pg_backup_start('standby', true)", 'pg_backup_stop(false)'];
    await client.query(`select ${start}`);
    await cp(data, copy, {
      recursive: true,
      filter: (path) => !['postmaster.pid', 'postmaster.opts'].includes(basename(path)),
    });
    const stopped = await client.query<{ labelfile: string }>(`select labelfile from ${stop}`);
    return stopped.rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

function giveTo({ uid, gid }: ServerUser, folder: string): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, path), uid, gid);
  }
}

const settings = (more: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
    // What a standby needs that was copied a moment ago.
    wal_keep_size: '512MB',
    ...more,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

function childrenOf(pid: number): readonly number[] {
  if (process.platform === 'linux') {
    try {
      const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return text.trim().split(' ').filter(Boolean).map(Number);
    } catch {
      return []; // it has ended
    }
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
