import { sqlCleanup } from '@forewarn/cleanup/sql';
import { sqlForecast } from '@forewarn/forecast/sql';
import { randomUUID } from 'node:crypto';
import { sqlNotify } from '@forewarn/notify/sql';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import {
  distributePostgres,
  migratePostgres,
  openPostgresStore,
} from '../../packages/store-postgres/src/index.ts';
import type { FreshDatabase } from '../../tools/create-database.ts';

/** A database on all machines of a cluster. */
export interface CitusDatabase extends FreshDatabase {
  /** The URLs of the database on the workers. */
  readonly workers: readonly string[];
}

interface Node {
  readonly nodename: string;
  readonly nodeport: number;
  readonly groupid: number;
}

/** Runs statements one after the other, each outside of a transaction, and returns the rows of the last one. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs work after all that was given before: machines that make several databases at once refuse connections. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work, work);
  turn = done;
  return done;
}

/** Makes a database on the cluster of the test run, without tables. */
export const createCitusDatabase = (): Promise<CitusDatabase> => inTurn(createDatabase);

async function createDatabase(): Promise<CitusDatabase> {
  const server = inject('citusUrl');
  const name = `forewarn_${randomUUID().replaceAll('-', '')}`;
  const nodes = await query<Node>(
    server,
    `select nodename, nodeport, groupid from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const [coordinator, ...workers] = nodes;
  if (coordinator?.groupid !== 0 || workers.length < 2) {
    throw new Error('TEST_CITUS_URL: the cluster needs a coordinator host and two workers');
  }
  const urlOf = ({ nodename, nodeport }: Node, database: string): string => {
    const url = new URL(server);
    url.hostname = nodename;
    url.port = String(nodeport);
    url.pathname = `/${database}`;
    return url.href;
  };
  const maintenance = new URL(server).pathname.slice(1);
  for (const node of nodes) {
    await query(urlOf(node, maintenance), `create database ${name}`);
    await query(urlOf(node, name), 'create extension citus');
  }
  const url = urlOf(coordinator, name);
  await query(
    url,
    `select citus_set_coordinator_host('${coordinator.nodename}', ${coordinator.nodeport})`,
    ...workers.map(({ nodename, nodeport }) => `select citus_add_node('${nodename}', ${nodeport})`),
  );
  return {
    name,
    url,
    workers: workers.map((worker) => urlOf(worker, name)),
    drop: () =>
      inTurn(async () => {
        for (const node of nodes) {
          await query(urlOf(node, maintenance), `drop database ${name} with (force)`);
        }
      }),
  };
}

export async function distributedDatabase(): Promise<CitusDatabase> {
  const database = await createCitusDatabase();
  const settings = {
    connectionString: database.url,
    capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash] as const,
  };
  (await migratePostgres(settings))._unsafeUnwrap();
  (await distributePostgres(settings))._unsafeUnwrap();
  return database;
}

/** Makes a database that is dropped when the test ends; with distributed tables unless `make` does otherwise. */
export async function ownDatabase(make = distributedDatabase): Promise<CitusDatabase> {
  const database = await make();
  onTestFinished(() => database.drop());
  return database;
}

/** Opens the store of a database until the test ends. */
export async function openStore({ url }: CitusDatabase, deadlineMs: number) {
  const settings = {
    connectionString: url,
    capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash] as const,
    deadlineMs,
  };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return store;
}
