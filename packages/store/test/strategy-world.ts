import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import {
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
  type StrategyImpact,
} from '@forewarn/impact';
import { ok } from 'neverthrow';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import type { Store } from '../src/store.ts';
import { changeRequest, changing, LIVE, readers } from '../../core/test/samples.ts';

/** The strategy definition that is deleted. */
export const NAME = 'holidaySale';

export const using = (
  project: string,
  id: number,
  payload: Readonly<Record<string, unknown>> = { name: NAME },
): ScheduledChangeRequest =>
  changeRequest({
    id,
    project,
    features: [{ name: 'winter-sale', changes: [{ action: 'addStrategy', payload }] }],
  });

export const inDoubt = (project: string, id: number): ScheduledChangeRequest =>
  changeRequest({ id, project, features: [changing('winter-sale', 'launchRocket')] });

export interface World {
  readonly scheduled?: readonly ScheduledChangeRequest[];
  readonly coverage?: Readonly<Record<string, Coverage>>;
  readonly maxDataAgeMs?: number;
}

async function* coverageEntries(coverages: Readonly<Record<string, Coverage>>) {
  for (const [id, coverage] of Object.entries(coverages)) {
    yield ok({ kind: 'project' as const, project: { id, name: id }, coverage });
  }
}

export async function world({
  scheduled = [],
  coverage = { shop: LIVE, bank: LIVE },
  maxDataAgeMs,
}: World = {}) {
  const store = createMemoryStore();
  const definition = { name: NAME, parameters: [], deprecated: false, editable: true };
  await store.strategies.register(definition, 'setup');
  for (const each of scheduled) {
    await store.projects.register({ id: each.project, name: each.project }, 'setup');
    await store.writer.put(each, 'setup');
  }
  await store.transfer.import(coverageEntries(coverage));
  return { store, ...useCases(store, maxDataAgeMs) };
}

export function useCases(store: Store, maxDataAgeMs?: number) {
  const ports = { authorizer: readers, ...store, maxDataAgeMs };
  const look = makeGetStrategyImpact(ports);
  const remove = makeGuardedDeleteStrategy(ports);
  return {
    look: async (credentials = 'shop bank', name = NAME): Promise<StrategyImpact> =>
      (await look({ credentials, name }))._unsafeUnwrap(),
    remove: async (acknowledge?: string, credentials = 'shop bank', name = NAME) => {
      const removed = await remove({ credentials, name, acknowledge });
      return removed.isOk() ? 'deleted' : removed.error;
    },
  };
}
