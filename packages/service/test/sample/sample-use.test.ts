import { makeCleanupUseCases } from '@forewarn/cleanup';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadSample, SAMPLE_SECRET, withSampleKey } from '../../src/sample/load-sample.ts';
import { SAMPLE_PROJECTS } from '../../src/sample/sample-state.ts';
import { sampleUse } from '../../src/sample/sample-use.ts';
import { authorizerOf, clientWith } from '../keys/admit-with.ts';

const WEEK_MS = 7 * 86_400_000;

test('the sample shows each verdict of the clean-up to its key', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T09:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = createMemoryStore({}, [memoryForecast, memoryCleanup, memoryOperate]);
  (await loadSample(store))._unsafeUnwrap();
  const authorizer = authorizerOf(withSampleKey(store.apiKeys, store));
  const { getProjectCleanup } = makeCleanupUseCases({ ...store, authorizer });
  const ask = async (projectId: string) => {
    const credentials = clientWith(SAMPLE_SECRET);
    const command = { credentials, projectId, quietMs: WEEK_MS, limit: 50 };
    const { candidates } = (await getProjectCleanup(command))._unsafeUnwrap();
    return candidates.map(({ target, verdict, reasons }) => [target.name, verdict, ...reasons]);
  };

  expect(await ask('shop')).toEqual([
    ['no-longer-used', 'now'],
    ['sale-banner', 'after'],
  ]);
  expect(await ask('payments')).toEqual([['statements', 'blocked', 'overdue']]);
  expect(await ask('warehouse')).toEqual([['paper-slips', 'unknown', 'forecast-unknown']]);

  const { getCleanup } = makeCleanupUseCases({ ...store, authorizer });
  const all = { credentials: clientWith(SAMPLE_SECRET), quietMs: WEEK_MS, limit: 3 };
  const { candidates } = (await getCleanup(all))._unsafeUnwrap();
  expect(
    candidates.map(({ target, verdict, reasons }) => [target.name, verdict, ...reasons]),
  ).toEqual([
    ['abandonedSale', 'now'],
    ['holidaySale', 'blocked', 'used'],
    ['loyaltyTier', 'blocked', 'used'],
  ]);
});

test('each feature of the sample is in one project, as in Unleash', () => {
  const now = new Date('2026-11-23T09:00:00Z');
  const names = SAMPLE_PROJECTS.flatMap(({ id }) =>
    sampleUse(id, now).features.map(({ name }) => name),
  );

  expect(names).toEqual([...new Set(names)]);
});
