import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ForecastStore } from '@forewarn/forecast';
import { memoryForecast } from '@forewarn/forecast/memory';
import type { FeatureUse, ProjectFeatureUse } from '@forewarn/record';
import type { StoreWithNames } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import type { readers } from '../../core/test/samples.ts';
import { forecastWorld } from '../../forecast/test/forecast-world.ts';
import { definition } from '../../store-postgres/test/open-database.ts';
import type { CleanupStore } from '../src/cleanups.ts';
import { memoryCleanup } from '../src/memory/index.ts';

type CleanupPorts = StoreWithNames &
  ForecastStore &
  CleanupStore & { readonly authorizer: typeof readers };

/** A stale feature without a dependency, which no application has ever used. */
export const staleFeature = (name: string, given: Partial<FeatureUse> = {}): FeatureUse => ({
  name,
  isStale: true,
  lastSeenAt: null,
  children: [],
  parents: [],
  ...given,
});

/**
 * The ports over the live projects `shop` and `bank`, and the definition `gradual`.
 *
 * @param uses how the features of a project are used, by its id
 */
export async function cleanupWorld(
  scheduled: readonly ScheduledChangeRequest[] = [],
  uses: Readonly<Record<string, readonly FeatureUse[]>> = {},
  given: Pick<Partial<ProjectFeatureUse>, 'asOf' | 'plannedDefinitions'> = {},
): Promise<CleanupPorts> {
  const store = createMemoryStore({}, [memoryForecast, memoryCleanup]);
  const ports = await forecastWorld<typeof store>(scheduled, store);
  const asOf = new Date().toISOString();
  for (const [projectId, features] of Object.entries(uses)) {
    await store.featureUse.replace({ projectId, asOf, features, ...given });
  }
  await store.strategies.register(definition('gradual'), 'setup');
  return ports;
}
