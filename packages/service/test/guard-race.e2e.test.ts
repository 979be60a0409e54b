import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratePostgres } from '@forewarn/store-postgres';
import { expect, it, onTestFinished } from 'vitest';
import { raceGuard } from '../../../test/faults/guard-race.ts';
import { freshDatabase } from '../../../tools/fresh-database.ts';

const ROUNDS = 20;

it('misses no use that is recorded on another node during a guarded delete on Postgres', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  (await migratePostgres({ connectionString: database.url }))._unsafeUnwrap();
  const outcome = await raceGuard({ kind: 'Postgres', url: database.url }, ROUNDS);
  expect(outcome.wrong).toEqual([]);
  expect(outcome.deleteFirst + outcome.recordFirst).toBe(ROUNDS);
});

it('misses no use that is recorded on another node during a guarded delete on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-race-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'forewarn.db');
  const outcome = await raceGuard({ kind: 'SQLite', path }, ROUNDS);
  expect(outcome.wrong).toEqual([]);
  expect(outcome.deleteFirst + outcome.recordFirst).toBe(ROUNDS);
});
