import { archiving, FRIDAY, MONDAY, raising } from '@forewarn/forecast/contract';
import { sqlForecast } from '@forewarn/forecast/sql';
import type { SqlCapability } from '@forewarn/store-sql';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../../store-postgres/src/index.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { sqlWhatIf } from '../src/sql/index.ts';
import type { WhatIfStore } from '../src/what-if-reader.ts';

type Capabilities = readonly [typeof sqlForecast, SqlCapability<WhatIfStore>];

async function sqliteStore(capabilities: Capabilities) {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-what-if-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return openSqliteStore(join(folder, 'forewarn.db'), { capabilities });
}

async function postgresStore(capabilities: Capabilities) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url, capabilities };
  (await migratePostgres(settings))._unsafeUnwrap();
  return openPostgresStore(settings);
}

/** Previews that wait for something while they read. */
const waitingFor = (meanwhile: () => Promise<void>): typeof sqlWhatIf => ({
  ...sqlWhatIf,
  portsOver: (session) => {
    const soonestTouching: typeof session.reads.soonestTouching = async function* (db, asked) {
      await meanwhile();
      yield* session.reads.soonestTouching(db, asked);
    };
    const reads = { value: { ...session.reads, soonestTouching } };
    return sqlWhatIf.portsOver(Object.create(session, { reads }) as typeof session);
  },
});

test.for([
  ['SQLite', sqliteStore],
  ['Postgres', postgresStore],
] as const)('a preview holds up no write of others, nor sees it: %s', async ([, open]) => {
  let written = 0;
  const write = async (): Promise<void> => {
    written += 1;
    (await store.writer.put(raising(FRIDAY, 'a', { id: 100 + written }), 'ann'))._unsafeUnwrap();
  };
  const store = (await open([sqlForecast, waitingFor(write)]))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const cause = archiving(MONDAY, 'a', { id: 1 });
  (await store.projects.register({ id: cause.project, name: 'P' }, 'ann'))._unsafeUnwrap();
  (await store.writer.putAll([cause, raising(FRIDAY, 'a', { id: 2 })], 'ann'))._unsafeUnwrap();

  const edits = { projectId: cause.project, edits: [{ withdraw: 1 }], now: 0 };
  const { scheduled } = (await store.whatIf.around(edits))._unsafeUnwrap();

  expect(written).toBeGreaterThan(0);
  expect(new Set(scheduled.map(({ id }) => id))).toEqual(new Set([1, 2]));
});
