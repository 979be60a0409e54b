import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import { type KeyedStore, keyedStore } from '../../src/operate/keyed-store.ts';
import type { StoreLocation } from '../../src/settings.ts';

/** The location of a store, until the test releases it. */
export interface TestLocation {
  readonly location: StoreLocation;
  /** A value for `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

/** Keeps everything in memory. */
export const inMemory = async (): Promise<TestLocation> => ({
  location: { kind: 'memory' },
  url: 'memory:',
  remove: async () => {},
});

/** Makes a folder for a SQLite file. */
export async function inSqlite(): Promise<TestLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-service-'));
  const path = join(folder, 'forewarn.db');
  return {
    location: { kind: 'sqlite', path },
    url: `sqlite:${path}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Makes a Postgres database with the schema. */
export async function inPostgres(): Promise<TestLocation> {
  const database = await freshDatabase();
  const location = { kind: 'postgres', connectionString: database.url } as const;
  (await migrateStore(location))._unsafeUnwrap();
  return { location, url: database.url, remove: () => database.drop() };
}

/** The three stores, by their names in test titles. */
export const LOCATIONS: readonly (readonly [name: string, make: () => Promise<TestLocation>])[] = [
  ['in memory', inMemory],
  ['in SQLite', inSqlite],
  ['in Postgres', inPostgres],
];

export async function openAt({ location }: TestLocation): Promise<KeyedStore> {
  return keyedStore((await openStore(location))._unsafeUnwrap());
}
