import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@forewarn/core';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import type { StoreLocation } from '../../src/settings.ts';

/** Where a store of a test is, until the test lets go of it. */
export interface TestLocation {
  readonly location: StoreLocation;
  /** As `DATABASE_URL` has it. */
  readonly url: string;
  remove(): Promise<void>;
}

const inMemory = async (): Promise<TestLocation> => ({
  location: { kind: 'memory' },
  url: 'memory:',
  remove: async () => {},
});

/** A file in a folder of its own. */
export async function inSqlite(): Promise<TestLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-service-'));
  const path = join(folder, 'forewarn.db');
  return {
    location: { kind: 'sqlite', path },
    url: `sqlite:${path}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A database of its own, with its schema. */
export async function inPostgres(): Promise<TestLocation> {
  const database = await freshDatabase();
  const location = { kind: 'postgres', connectionString: database.url } as const;
  (await migrateStore(location))._unsafeUnwrap();
  return { location, url: database.url, remove: () => database.drop() };
}

/** The three stores, by the names that tests list them under. */
export const LOCATIONS: readonly (readonly [name: string, make: () => Promise<TestLocation>])[] = [
  ['in memory', inMemory],
  ['in SQLite', inSqlite],
  ['in Postgres', inPostgres],
];

/** Opens the store at a location. */
export async function openAt({ location }: TestLocation): Promise<Store> {
  return (await openStore(location))._unsafeUnwrap();
}
