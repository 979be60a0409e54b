import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { env } from 'node:process';
import type { StoreWithNames } from '@forewarn/store';
import type { ImportCounts, ImportTally } from '@forewarn/record';
import type { CannotDistribute, DistributeObstacle } from '@forewarn/store-postgres';
import type { SchemaMismatch } from '@forewarn/store-sqlite';
import { type CannotListen, lineOf } from '../http/service.ts';
import { openStore, type OpenStoreError } from '../open-store.ts';
import type { WrongSetting } from '../service-settings.ts';
import { readSettings } from '../settings.ts';
import { printError, EXIT, type ExitCode } from '@forewarn/cli';

/**
 * Runs a command on the store of the settings, which must be persistent.
 *
 * @param ifMissing what becomes of a SQLite file that does not exist: the command may be in another folder than the service
 */
export async function withStore(
  run: (store: StoreWithNames) => Promise<ExitCode>,
  ifMissing: 'make' | 'refuse' = 'make',
): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  const location = settings.value.store;
  if (location.kind === 'memory') {
    const expected = 'postgres://… or sqlite:PATH: a store in memory would end with this command';
    return reportFailure({ type: 'WrongSetting', setting: 'DATABASE_URL', expected });
  }
  const path = location.kind === 'sqlite' ? resolve(location.path) : undefined;
  const isMissing = path !== undefined && !existsSync(path);
  if (isMissing && ifMissing === 'refuse') {
    const expected = `the store of the service: there is no file ${path}`;
    return reportFailure({ type: 'WrongSetting', setting: 'DATABASE_URL', expected });
  }
  const store = await openStore(location);
  if (store.isErr()) return reportFailure(store.error);
  if (isMissing) {
    printError(`made the store ${path}: if the service has another one, set its DATABASE_URL here`);
  }
  try {
    return await run(store.value);
  } finally {
    await store.value.close();
  }
}

/** What an import or a sync did, in one line for each kind of data. */
export function countLines(
  { projects, strategies, changeRequests }: ImportCounts,
  deleted?: { readonly projects: number; readonly strategies: number },
): string {
  const line = (what: string, { created, replaced, unchanged }: ImportTally, gone = ''): string =>
    `${what}: ${created} created, ${replaced} replaced, ${unchanged} unchanged${gone}\n`;
  return [
    line('projects', projects, deleted && `, ${deleted.projects} deleted`),
    line('strategy definitions', strategies, deleted && `, ${deleted.strategies} deleted`),
    line('change requests', changeRequests, `, ${changeRequests.withdrawn} withdrawn`),
  ].join('');
}

/** Expected failures that end a command early. */
export type CommandFailure = WrongSetting | OpenStoreError | CannotDistribute | CannotListen;

/** Prints one line that says why the command ends and what to do. Returns the exit code. */
export function reportFailure(failure: CommandFailure): ExitCode {
  printError(messageOf(failure));
  return failure.type === 'WrongSetting' ? EXIT.misused : EXIT.failed;
}

function messageOf(failure: CommandFailure): string {
  switch (failure.type) {
    case 'WrongSetting':
      return lineOf(failure);
    case 'CannotListen':
      // The variable has the name of the setting.
      return lineOf(failure).replace(failure.setting, (name) => name.toUpperCase());
    case 'SchemaMismatch':
      return mismatchText(failure);
    case 'CannotDistribute':
      return `migrate --distribute: ${OBSTACLES[failure.obstacle]}`;
    case 'StoreUnavailable':
      return `DATABASE_URL: can't use the store: ${reasonOf(failure.cause)}; correct the setting, or check that the store is available`;
  }
}

/** What another version brought is named: it says which version is needed. */
const mismatchText = ({ schema, lacks = [] }: SchemaMismatch): string =>
  MISMATCHES[schema] + (lacks.length > 0 ? `; this one lacks ${lacks.join(', ')}` : '');

const MISMATCHES: { readonly [Schema in SchemaMismatch['schema']]: string } = {
  older: 'the database has an older schema, or none: run "forewarn migrate" first',
  'in-use':
    'DATABASE_URL: the file is of an older version, and another process has it open: stop that process, then start this one',
  newer:
    'the database has the schema of a newer Forewarn, or of one with more capabilities: install that one',
  foreign:
    'DATABASE_URL: the database belongs to another application: name an empty one, or one of Forewarn',
};

const OBSTACLES: { readonly [Obstacle in DistributeObstacle]: string } = {
  extension:
    'the database has no Citus: run "create extension citus" in it, on the coordinator and on each worker',
  coordinator: 'DATABASE_URL leads to a worker: name the coordinator',
  'coordinator host':
    'the workers do not know the coordinator: run "select citus_set_coordinator_host(\'HOST\', PORT)" on it',
  workers:
    'the cluster has no active worker: run "select citus_add_node(\'HOST\', PORT)" on the coordinator for each',
  'prepared transactions':
    'max_prepared_transactions is 0: set it to max_connections on every machine, and restart them',
  layout:
    'a table is distributed in another way: run "select undistribute_table(\'NAME\')" for each table first',
};

/** The message of an error on one line. An AggregateError, as for two addresses tried, has only a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || code).replaceAll(/\s+/g, ' ');
}
