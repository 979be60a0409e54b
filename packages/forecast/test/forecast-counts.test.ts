import type { Change } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeRequest } from '../../core/test/samples.ts';
import { createMetrics } from '../../service/src/telemetry/metrics.ts';
import { readMetrics } from '../../service/test/telemetry/read-metrics.ts';
import type { ForecastReader, ForecastStore } from '../src/forecast-reader.ts';
import { memoryForecast } from '../src/memory/index.ts';
import { countForecasts, type ForecastCounts } from '../src/service/forecast-counts.ts';
import { inBackground } from '../src/service/in-background.ts';
import { FORECAST_GAUGE } from '../src/service/index.ts';

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Schedules an archive, and then `changes` change requests of the same feature. */
async function storeOf(changes: number): Promise<Store & ForecastStore> {
  const store = createMemoryStore({}, [memoryForecast]);
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'test');
  const put = async (id: number, change: Change) => {
    const scheduledAt = new Date(Date.now() + (id + 1) * MINUTE).toISOString();
    const schedule = { status: 'pending', scheduledAt } as const;
    const features = [{ name: 'checkout', changes: [change] }];
    await store.writer.put(changeRequest({ id, schedule, features }), 'test');
  };
  await put(0, { action: 'archiveFeature' });
  for (let id = 1; id <= changes; id++) {
    await put(id, { action: 'updateStrategy', payload: { id: 's-1' } });
  }
  return store;
}

test('counts the forecasts on all pages', async () => {
  const counts = await countForecasts(await storeOf(250));

  expect(Object.fromEntries(counts ?? [])).toEqual({
    fails: 0,
    suspended: 250,
    changed: 0,
    unknown: 0,
  });
});

test('never counts 0 while the data has gaps', async () => {
  const store = await storeOf(2);
  await store.projects.register({ id: 'office', name: 'Office' }, 'test');
  const counts = await countForecasts(store);

  expect([...(counts ?? [])]).toEqual([['suspended', 2]]);
});

test.each<[string, ForecastReader['forecast']]>([
  ['a store that fails', () => errAsync({ type: 'StoreUnavailable', cause: 'away' })],
  [
    'a store that takes too long',
    ({ after = { scheduledAt: 1, projectId: 'shop', id: 0 } }) => {
      vi.advanceTimersByTime(1_000);
      const next = { ...after, id: after.id + 1 };
      return okAsync({
        projects: [],
        coverages: [],
        candidates: [],
        scheduled: [],
        gone: [],
        next,
      });
    },
  ],
])('%s has no counts', async (_what, forecast) => {
  // The timeout of a signal is not faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), ms);
    return ending.signal;
  });
  const { projects, reader } = createMemoryStore();
  const store = { projects, reader, forecasts: { forecast } };

  expect(await countForecasts(store)).toBeUndefined();
});

/** Watches counts that the test ends. */
function watch() {
  const { registry, gaugeOf } = createMetrics();
  const runs: PromiseWithResolvers<ForecastCounts | undefined>[] = [];
  const counted = inBackground(() => {
    const run = Promise.withResolvers<ForecastCounts | undefined>();
    runs.push(run);
    return run.promise;
  });
  gaugeOf(FORECAST_GAUGE, counted);
  const scrape = async () =>
    [...readMetrics(await registry.metrics())].filter(([name]) => name.includes('forecast'));
  const end = async (counts: ForecastCounts | undefined, afterMs = 0) => {
    vi.advanceTimersByTime(afterMs);
    runs.at(-1)?.resolve(counts);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { scrape, end, runs };
}

const FAILS: ForecastCounts = new Map([['fails', 3]]);
const SAMPLE = [['forewarn_forecast_change_requests{forecast="fails"}', 3]];

test('a scrape has the last counts, and waits for none', async () => {
  const { scrape, end, runs } = watch();

  expect(await scrape()).toEqual([]);
  expect(await scrape()).toEqual([]);
  await end(FAILS);
  expect(await scrape()).toEqual(SAMPLE);
  expect(runs).toHaveLength(1);
});

test('counts again after a minute, if something scrapes, and keeps the counts meanwhile', async () => {
  const { scrape, end, runs } = watch();
  await scrape();
  await end(FAILS);
  vi.advanceTimersByTime(MINUTE - 1);
  await scrape();
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(1);

  expect(await scrape()).toEqual(SAMPLE);
  expect(runs).toHaveLength(2);
  await end(undefined);
  expect(await scrape()).toEqual([]);
});

test('counts for a tenth of the time at most', async () => {
  const { scrape, end, runs } = watch();
  await scrape();
  await end(FAILS, 20_000);
  vi.advanceTimersByTime(9 * 20_000 - 1);
  await scrape();
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await scrape();
  expect(runs).toHaveLength(2);
});

test('has no counts that are older than two minutes', async () => {
  const { scrape, end } = watch();
  await scrape();
  await end(FAILS);
  vi.advanceTimersByTime(2 * MINUTE);

  expect(await scrape()).toEqual([]);
});
