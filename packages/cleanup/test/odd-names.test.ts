import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, test } from 'vitest';
import { forecastWorld, inHours } from '../../forecast/test/forecast-world.ts';
import { memoryForecast } from '../../forecast/src/memory/index.ts';
import { type CleanupCommand, makeGetCleanup, makeGetProjectCleanup } from '../src/cleanups.ts';
import { memoryCleanup } from '../src/memory/index.ts';
import { DAY_MS } from './candidates.ts';
import { staleFeature } from './stale-feature.ts';

const WEEK = { quietMs: 7 * DAY_MS, limit: 50 } as const;

/** The ports over a store with the names `sale ` and `due `. */
async function world() {
  const store = createMemoryStore({}, [memoryForecast, memoryCleanup]);
  const scheduled = [inHours(1, 1, 'due ', 'updateEnabled')];
  const ports = await forecastWorld<typeof store>(scheduled, store);
  const asOf = new Date().toISOString();
  await store.featureUse.replace({ projectId: 'shop', asOf, features: [staleFeature('sale ')] });
  return ports;
}

describe('an odd name', () => {
  const ask = async (command: Partial<CleanupCommand>) =>
    makeGetCleanup(await world())({ credentials: 'shop bank', ...WEEK, ...command });

  test.each([
    [{ features: ['sale', 'sale\u00a0'] }, 'feature'],
    [{ definitions: ['gradual\u200b'] }, 'strategyDefinition'],
  ])('is refused if nothing has it: %j', async (command, path) => {
    expect((await ask(command))._unsafeUnwrapErr()).toMatchObject({ problems: [{ path }] });
  });

  test('is planned if a feature or something scheduled has it', async () => {
    const page = (await ask({ features: ['sale ', 'due '] }))._unsafeUnwrap();

    expect(page.candidates.map(({ target }) => target.name)).toEqual(['due ', 'sale ']);
  });

  test('is refused in a project, too', async () => {
    const get = makeGetProjectCleanup(await world());
    const found = await get({ credentials: 'shop', projectId: 'shop', ...WEEK, features: ['a '] });

    expect(found._unsafeUnwrapErr()).toMatchObject({ problems: [{ path: 'feature' }] });
  });
});
