import { setTimeout as delay } from 'node:timers/promises';
import type { StoreWithNames } from '@forewarn/store';
import { type Contract, contracts, nameContracts, type OpenStore } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import type { SqlCapability } from '@forewarn/store-sql';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { FreshDatabase } from '../../../tools/create-database.ts';
import {
  freshDatabase,
  migratedDatabase as copiedDatabase,
} from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore, type PostgresStore } from '../src/index.ts';

/** The default isolation levels that a server can have. */
type IsolationLevel = 'read committed' | 'serializable';

/** A database, with the store of the last case unless that closed it. */
interface Spare {
  readonly database: FreshDatabase;
  readonly own?: PostgresStore | undefined;
}

// To create a database, or to connect to it, takes longer than most cases. A case that ends leaves both to another one.
const databases: FreshDatabase[] = [];
const clients = new Map<string, pg.Pool>();

/** The tables that a new store can have rows in. Those that refer to others come after these. */
const filledTables = (capabilities: readonly SqlCapability[] = []): readonly string[] => [
  'strategies',
  ...capabilities.flatMap(({ tables }) => Object.keys(tables)),
];

const keepRows = (tables: readonly string[]): string =>
  tables.map((name) => `create table new_${name} as table ${name}`).join(';');

/** Makes all tables as those of a new store. */
const resetWith = (tables: readonly string[]): string =>
  [
    'delete from events',
    'delete from known_names',
    'delete from known_name_lists',
    'delete from projects',
    'delete from touches',
    'delete from doubts',
    ...tables.toReversed().map((name) => `delete from ${name}`),
    ...tables.map((name) => `insert into ${name} table new_${name}`),
  ].join(';');

export const ALL_CONTRACTS: readonly Contract<StoreWithNames>[] = [...contracts, ...nameContracts];

/** Compare reads of one caller with the rule, which depend on no isolation level and take long. */
const isOfRule = ({ port }: Contract<never>): boolean => port.endsWith('against the rule');

/** What a server can set for all clients, and would change how statements and results are read. */
const ODD_SETTINGS = [
  'standard_conforming_strings=off',
  'datestyle=german',
  'timezone=Asia/Kathmandu',
];

/** Where and how the suite runs. */
interface SuiteOptions<Ports extends object> {
  /** What is added to the store. */
  readonly capabilities?: readonly SqlCapability[] | undefined;
  readonly isolation?: IsolationLevel;
  /** Default: all contracts; with another isolation level, those that may depend on it. */
  readonly some?: readonly Contract<StoreWithNames & Ports>[];
  /** The schema of the tables. Default: what the `search_path` leads to. */
  readonly schema?: string;
  /** Replaces parts of a store, given a URL of its database. */
  readonly wrap?: (store: PostgresStore, url: string) => StoreWithNames;
  readonly makeDatabase?: () => Promise<FreshDatabase>;
}

/** Runs statements in a database. */
export async function run(
  statements: string,
  { url }: FreshDatabase,
  schema = 'public',
): Promise<void> {
  const client = clients.get(url) ?? connect(url);
  clients.set(url, client);
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}; ${statements}`);
}

function connect(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  // An outage ends connections that are idle, or about to end: without a listener, that would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function disconnect({ url }: FreshDatabase): Promise<void> {
  const client = clients.get(url);
  clients.delete(url);
  await client?.end();
}

/** Ends the connections of a database and refuses new ones, or accepts them again. */
async function refuseConnections(database: FreshDatabase, areRefused: boolean): Promise<void> {
  await disconnect(database);
  const url = new URL(database.url);
  url.pathname = '/postgres';
  await run(
    `alter database ${database.name} allow_connections ${!areRefused};
    select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`,
    { ...database, url: url.href },
  );
}

async function newDatabase({
  schema,
  capabilities,
  makeDatabase = schema === undefined && capabilities === undefined
    ? copiedDatabase
    : () => migratedDatabase(schema, capabilities),
}: Pick<SuiteOptions<object>, 'schema' | 'capabilities' | 'makeDatabase'>): Promise<FreshDatabase> {
  const database = await makeDatabase();
  databases.push(database);
  await run(keepRows(filledTables(capabilities)), database, schema);
  return database;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(1);
}

/** Makes a database with the schema on the server of the test run. */
export async function migratedDatabase(
  schema?: string,
  capabilities?: readonly SqlCapability[],
): Promise<FreshDatabase> {
  const database = await freshDatabase();
  const settings = { connectionString: database.url, schema, capabilities };
  (await migratePostgres(settings))._unsafeUnwrap();
  return database;
}

/** Runs the suite on a Postgres store. Each test has its own database. */
export function describePostgresStore<Ports extends object = object>(
  name: string,
  options: SuiteOptions<Ports> = {},
): void {
  const { isolation = 'read committed', schema, capabilities } = options;
  // Not for another suite of the same file, which can have other tables.
  const spare: Spare[] = [];
  const isUsual = isolation === 'read committed';
  const { some = isUsual ? ALL_CONTRACTS : ALL_CONTRACTS.filter((each) => !isOfRule(each)) } =
    options;
  afterAll(async () => {
    for (const { own } of spare.splice(0)) await own?.close();
    for (const client of clients.values()) await client.end();
    clients.clear();
    await Promise.all(databases.splice(0).map((database) => database.drop()));
  });

  const open: OpenStore<StoreWithNames & Ports> = async () => {
    const { database, own: warm } = spare.pop() ?? { database: await newDatabase(options) };
    const url = new URL(database.url);
    const level = isolation.replaceAll(' ', String.raw`\ `);
    const set = [`default_transaction_isolation=${level}`, ...ODD_SETTINGS];
    url.searchParams.set('options', set.map((each) => `-c ${each}`).join(' '));
    // A slow machine breaks no promise.
    const settings = { connectionString: url.href, schema, capabilities, deadlineMs: 60_000 };
    const own = warm ?? (await openPostgresStore(settings))._unsafeUnwrap();
    const store = options.wrap?.(own, url.href) ?? own;
    let isAsNew = options.wrap === undefined;
    const close = async (): Promise<void> => {
      isAsNew = false;
      await store.close();
    };
    return {
      store: { ...store, close } as StoreWithNames & Ports,
      breakDown: async () => {
        isAsNew = false;
        await refuseConnections(database, true);
        // Those of earlier cases, too.
        await until(() => own.connections().idle === 0);
        return () => refuseConnections(database, false);
      },
      release: async () => {
        // What a case aborted can still be in progress.
        if (isAsNew) await until(() => own.connections().used === 0);
        else await store.close();
        await run(resetWith(filledTables(capabilities)), database, schema);
        spare.push({ database, own: isAsNew ? own : undefined });
      },
    };
  };

  describeContracts(name, some, open);
}
