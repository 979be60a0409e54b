import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { memoryWhatIf } from '../src/memory/index.ts';
import { expectAsRecorded } from './recorded-copy.ts';

test('says what the forecasts say once the edits are recorded', { timeout: 60_000 }, async () => {
  const open = async () => createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  await expect(expectAsRecorded(open, 300)).resolves.toBeUndefined();
});
