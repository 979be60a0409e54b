import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateStore } from '../../packages/service/src/open-store.ts';
import {
  type RunningService,
  startService,
} from '../../packages/service/test/http/running-service.ts';
import { proxyBefore, type TcpProxy } from '../../packages/service/test/http/tcp-proxy.ts';
import { freePort } from '../../tools/postgres-server.ts';
import { KEY } from './ask-node.ts';
import { notLeftBehind, temporaryDatabase } from './left-behind.ts';
import { makePostgres, type PostgresProcess } from './postgres-process.ts';

/** A node of the service: a process of its own. */
export type Node = Awaited<ReturnType<typeof makeNode>>;

/** Two nodes over one store. */
export interface World {
  readonly kind: 'Postgres' | 'SQLite';
  readonly nodes: readonly Node[];
  /** Waits until nothing that was asked before is still being done. */
  settled(): Promise<void>;
  remove(): Promise<void>;
}

/** Over a Postgres server, with a network between. */
export type PostgresWorld = Awaited<ReturnType<typeof openPostgresWorld>>;

/** Over a SQLite file. */
export type SqliteWorld = Awaited<ReturnType<typeof openSqliteWorld>>;

const NODES = 2;

/** How the nodes are started, where it matters. */
export interface NodeOptions {
  /** How many there are; two when absent. */
  readonly count?: number;
  /** The longest file that they can write; any when absent. */
  readonly fileBytes?: number;
  /** Settings beside those that each has. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether they reach Postgres past the network. It runs in this process, and so waits for what else this one does. */
  readonly isDirect?: boolean;
}

const STANDBY = 'forewarn_standby';

/** Starts nodes over a Postgres server of their own. */
export async function openPostgresWorld(options: NodeOptions = {}) {
  let primary = await makePostgres();
  let standby: PostgresProcess | undefined;
  const former: PostgresProcess[] = [];
  await primary.start();
  /** Asks the server as its superuser, past the network. */
  const administer = (statement: string, values: readonly unknown[] = []) =>
    askServer(primary.url, statement, values);
  // Not the superuser, for whom the server keeps connections back.
  await administer('create role forewarn login');
  await administer('create database forewarn owner forewarn');
  const location = { kind: 'postgres', connectionString: directUrlOf(primary) } as const;
  (await migrateStore(location))._unsafeUnwrap();
  const network = await proxyBefore(directUrlOf(primary));
  const nodes = await startNodes(options.isDirect ? directUrlOf(primary) : network.url, options);
  return {
    kind: 'Postgres' as const,
    /** The primary of the moment. */
    get postgres() {
      return primary;
    },
    /** As the service's own user, past the network. */
    get directUrl() {
      return directUrlOf(primary);
    },
    network,
    nodes,
    administer,
    /** Its synchronous standby, which is made when there is none. */
    standby: async (): Promise<PostgresProcess> => {
      for (const each of former.splice(0)) each.remove();
      standby ??= await standbyOf(primary, administer);
      return standby;
    },
    /** Makes the standby the primary, to which new connections lead from now on. The former one is left as it is. */
    promote: async (): Promise<void> => {
      if (standby === undefined) throw new Error('there is no standby');
      await askServer(standby.url, 'select pg_promote()');
      former.push(primary);
      primary = standby;
      standby = undefined;
      network.pointTo(directUrlOf(primary));
    },
    settled: () => untilIdle(administer, network),
    remove: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await network.cut();
      for (const each of [primary, standby, ...former]) each?.remove();
    },
  };
}

const directUrlOf = ({ url }: PostgresProcess): string =>
  url.replace('postgres@', 'forewarn@').replace(/\/\w+$/, '/forewarn');

type Administer = (statement: string, values?: readonly unknown[]) => Promise<readonly unknown[]>;

async function askServer(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Starts a standby of a primary, and waits until each commit waits for it. */
async function standbyOf(
  primary: PostgresProcess,
  administer: Administer,
): Promise<PostgresProcess> {
  const standby = await primary.copyAsStandby(STANDBY);
  await standby.start();
  await administer(`alter system set synchronous_standby_names = ${STANDBY}`);
  await administer('select pg_reload_conf()');
  const inSync = `select 1 from pg_stat_replication where application_name = $1 and sync_state = 'sync'`;
  while ((await administer(inSync, [STANDBY])).length === 0) await delay(LOOK_AGAIN_MS);
  return standby;
}

/** Starts nodes over a SQLite file of their own. */
export async function openSqliteWorld(options: NodeOptions = {}) {
  const { path, databaseUrl, remove } = temporaryDatabase();
  const nodes = await startNodes(databaseUrl, options);
  return {
    kind: 'SQLite' as const,
    path,
    nodes,
    settled: async () => {},
    remove: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      remove();
    },
  };
}

// POSIX counts in blocks of 512 bytes: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ulimit.html
const BLOCK_BYTES = 512;

async function startNodes(
  databaseUrl: string,
  { count = NODES, fileBytes, env = {} }: NodeOptions,
): Promise<readonly Node[]> {
  const limit = `ulimit -f ${(fileBytes ?? 0) / BLOCK_BYTES}; exec "$0" "$@"`;
  const through = fileBytes === undefined ? [] : ['/bin/sh', '-c', limit];
  const nodes = await Promise.all(
    Array.from({ length: count }, () => makeNode({ ...env, DATABASE_URL: databaseUrl }, through)),
  );
  await Promise.all(nodes.map((node) => node.start()));
  return nodes;
}

async function makeNode(given: Readonly<Record<string, string>>, through: readonly string[]) {
  const port = String(await freePort());
  const env = { ...given, INIT_ADMIN_API_TOKENS: KEY, PORT: port };
  let service: RunningService | undefined;
  let forget = (): void => {};
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (service === undefined) return;
    const { code } = await service.end(signal);
    forget();
    service = undefined;
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`a node ended with ${code}`);
  };
  return {
    /** The same each time it is started. */
    url: `http://127.0.0.1:${port}`,
    pid: () => service?.process.pid ?? 0,
    start: async () => {
      service = await startService(env, [], {
        through,
        onSpawn: (spawned) => {
          forget = notLeftBehind(() => spawned.kill('SIGKILL'));
        },
      });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** How it ended, if it did so by itself, and what it said. */
    ended: (): string | undefined => {
      if (service === undefined) return undefined;
      const { exitCode, signalCode } = service.process;
      if (exitCode === null && signalCode === null) return undefined;
      return `a node ended by itself, ${String(exitCode ?? signalCode)}: ${service.stderr()}`;
    },
  };
}

const IDLE_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 10;

// What a node no longer waits for may be on its way still: the server reads it before it sees that the node is gone.
const BUSY = `
  select pid from pg_stat_activity
  where usename = 'forewarn' and (state is distinct from 'idle' or not client_port = any($1))`;

async function untilIdle(administer: Administer, network: TcpProxy): Promise<void> {
  const giveUpAt = performance.now() + IDLE_WITHIN_MS;
  while ((await administer(BUSY, [[...network.ports()]])).length > 0) {
    if (performance.now() > giveUpAt) throw new Error('a statement does not end');
    await delay(LOOK_AGAIN_MS);
  }
}
