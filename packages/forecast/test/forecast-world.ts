import type { ScheduledChangeRequest } from '@forewarn/core';
import type { StoreWithNames } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { changeRequest, readers } from '../../core/test/samples.ts';
import type { ForecastStore } from '../src/forecast-reader.ts';
import { memoryForecast } from '../src/memory/index.ts';

/** A change request that is applied in some hours. */
export const inHours = (
  hours: number,
  id: number,
  feature: string,
  action: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => {
  const scheduledAt = new Date(Date.now() + 3_600_000 * hours).toISOString();
  const schedule = { status: 'pending' as const, scheduledAt };
  const features = [{ name: feature, changes: [{ action, payload: { feature: 'checkout' } }] }];
  return changeRequest({ id, schedule, features, ...given });
};

/** The ports of forecasts, over the live projects `shop` and `bank`. */
export async function forecastWorld<
  Store extends StoreWithNames & ForecastStore = StoreWithNames & ForecastStore,
>(
  scheduled: readonly ScheduledChangeRequest[],
  store = createMemoryStore({}, [memoryForecast]) as Store,
) {
  for (const id of ['shop', 'bank']) await store.projects.register({ id, name: id }, 'setup');
  for (const each of scheduled) await store.writer.put(each, 'setup');
  for (const id of ['shop', 'bank']) await store.projects.declareLive(id, 'setup');
  return { ...store, authorizer: readers };
}
