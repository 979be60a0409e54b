import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { packagedPostgres } from '../../tools/packaged-postgres.ts';
import { initDatabase, serverUser, usableBinaries } from '../../tools/postgres-binaries.ts';
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
  remove(): void;
}

/** So many connections it accepts. */
export const MAX_CONNECTIONS = 60;

const STARTS = 50;

/** Makes a server, which is to be started. */
export async function makePostgres(): Promise<PostgresProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'forewarn-faults-'));
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
  const user = serverUser();
  const binaries = usableBinaries(
    await packagedPostgres(process.env['TEST_POSTGRES_MAJOR']),
    folder,
    user,
  );
  const data = join(folder, 'data');
  initDatabase(binaries, data, user, folder);
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), ...settings()];

  const ended = async (end: () => void): Promise<void> => {
    if (server === undefined) return;
    const exit = once(server, 'exit');
    end();
    await exit;
    server = undefined;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
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
    remove,
  };
}

const settings = (): readonly string[] =>
  Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
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
