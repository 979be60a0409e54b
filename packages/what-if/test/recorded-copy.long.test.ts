import { memoryForecast } from '@forewarn/forecast/memory';
import { sqlForecast } from '@forewarn/forecast/sql';
import { createMemoryStore } from '@forewarn/store-memory';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import { sqlWhatIf } from '../src/sql/index.ts';
import { expectAsRecorded } from './recorded-copy.ts';

test('says in memory what the forecasts say once the edits are recorded', async () => {
  const open = async () => createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  await expect(expectAsRecorded(open, 4_000)).resolves.toBeUndefined();
});

test('says on SQLite what the forecasts say once the edits are recorded', async () => {
  const capabilities = [sqlForecast, sqlWhatIf] as const;
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-what-if-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let opened = 0;
  const open = async () => {
    opened += 1;
    const path = join(folder, `${opened}.db`);
    return (await openSqliteStore(path, { capabilities }))._unsafeUnwrap();
  };
  await expect(expectAsRecorded(open, 300)).resolves.toBeUndefined();
});
