import { errAsync, ok, okAsync } from 'neverthrow';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import {
  type Authorizer,
  type Coverage,
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
  type ScheduledChangeRequest,
  type StrategyImpact,
  type Store,
} from '../src/index.ts';

/** The strategy definition that is deleted. */
export const NAME = 'holidaySale';
export const LIVE: Coverage = { kind: 'live' };

/** The credentials are the projects that the caller may read, separated by spaces. */
export const authorizer: Authorizer<string, { readonly name: string; readonly readable: string }> =
  {
    authenticate: (readable) => okAsync({ name: 'alice', readable }),
    authorize: ({ readable }, permission, scope) =>
      permission === 'DELETE_STRATEGY' || readable.split(' ').includes(scope.projectId ?? '')
        ? okAsync()
        : errAsync({ type: 'NoAccess', permission, ...scope }),
  };

export const using = (
  project: string,
  id: number,
  payload: Readonly<Record<string, unknown>> = { name: NAME },
): ScheduledChangeRequest => ({
  id,
  project,
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'winter-sale', changes: [{ action: 'addStrategy', payload }] }],
  segments: [],
});

export const inDoubt = (project: string, id: number): ScheduledChangeRequest => ({
  ...using(project, id),
  features: [{ name: 'winter-sale', changes: [{ action: 'launchRocket' }] }],
});

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
  const ports = { authorizer, ...store, maxDataAgeMs };
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
