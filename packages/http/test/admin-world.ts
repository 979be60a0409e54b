import type { Authorizer, Change, NoAccess, ScheduledChangeRequest } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { changeRequest } from '../../core/test/samples.ts';
import type { AdminUseCases, ApiKeyCredentials } from '../src/index.ts';

/** May do everything, as `alice`. */
export const ADMIN = 'admin-key';
/** Is authenticated, but has no permission. */
export const POWERLESS = 'powerless-key';
/** Has its permissions in every environment except `production`. */
export const STAGING = 'staging-key';
/** The authorizer is unavailable for this key. */
export const UNLUCKY = 'unlucky-key';
/** An invalid key of a client that has tried too many. */
export const GUESSED = 'guessed-key';

interface Caller {
  readonly name: string;
  /** Where the key has no permission; undefined if it may do everything. */
  readonly refusedIn?: Pick<NoAccess, 'environment'>;
}

const CALLERS: ReadonlyMap<ApiKeyCredentials, Caller> = new Map([
  [ADMIN, { name: 'alice' }],
  [POWERLESS, { name: 'eve', refusedIn: {} }],
  [STAGING, { name: 'sam', refusedIn: { environment: 'production' } }],
]);

/** Knows the callers of the keys above. */
export const authorizer: Authorizer<ApiKeyCredentials, Caller> = {
  authenticate: (key) => {
    const caller = CALLERS.get(key);
    if (caller !== undefined) return okAsync(caller);
    if (key === GUESSED) return errAsync({ type: 'TooManyAttempts', retryAfterSeconds: 7 });
    return key === UNLUCKY
      ? errAsync({ type: 'AuthorizerUnavailable', cause: new Error('ldap://10.0.0.7') })
      : errAsync({ type: 'AuthenticationRequired' });
  },
  authorize: ({ refusedIn }, permission, { projectId }) =>
    refusedIn === undefined
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, projectId, ...refusedIn }),
};

const scheduled = (
  id: number,
  feature: string,
  change: Change,
  rest: Partial<ScheduledChangeRequest>,
): ScheduledChangeRequest => {
  const features = [{ name: feature, changes: [change] }];
  return changeRequest({ id, project: 'default', features, ...rest });
};

const RETIRE = { action: 'deleteStrategy', payload: { id: 's-1' } };
const RECOLOUR = { action: 'patchVariant', payload: {} };
const ENABLE = { action: 'updateEnabled' };

const CHANGE_REQUESTS: readonly ScheduledChangeRequest[] = [
  scheduled(1, 'checkout', RETIRE, { title: 'Retire the old checkout' }),
  scheduled(2, 'search', RECOLOUR, { environment: 'staging' }),
  scheduled(3, 'a&b c=d+é', ENABLE, { title: 'Ends in a plus' }),
  scheduled(4, 'checkout', RETIRE, { title: 'Of another project', project: 'other' }),
];

/** A store with some data, and the real use cases over it. */
export interface AdminWorld {
  readonly store: Store;
  /** Only the use cases that every router needs. */
  readonly useCases: AdminUseCases<ApiKeyCredentials>;
  readonly everything: Required<AdminUseCases<ApiKeyCredentials>>;
}

export async function createAdminWorld(strategies: readonly string[] = []): Promise<AdminWorld> {
  const store = createMemoryStore();
  for (const id of ['default', 'other', 'größe/1']) {
    await store.projects.register({ id, name: id }, 'test');
  }
  for (const each of CHANGE_REQUESTS) await store.writer.put(each, 'test');
  for (const name of strategies) {
    const definition = { name, parameters: [], deprecated: false, editable: true };
    await store.strategies.register(definition, 'test');
  }
  const everything = makeUseCases({ authorizer, store });
  const { admit, searchScheduledChangeRequests, deleteStrategy } = everything;
  const useCases = { admit, searchScheduledChangeRequests, deleteStrategy };
  return { store, useCases, everything };
}

/** Who deleted which strategies according to the events, oldest first. */
export async function deletionsIn(store: Store): Promise<readonly string[]> {
  const { events } = (await store.events.list({ limit: 1000 }))._unsafeUnwrap();
  return events.flatMap((event) =>
    event.type === 'strategy-deleted' ? [`${event.createdBy}: ${event.preData.name}`] : [],
  );
}

/** A use case in place of the search. */
export const searching = (
  search: AdminUseCases<ApiKeyCredentials>['searchScheduledChangeRequests'],
): Partial<AdminUseCases<ApiKeyCredentials>> => ({
  searchScheduledChangeRequests: search,
});
export const throwing = (cause: unknown) =>
  searching(() => {
    throw cause;
  });
