import type { Authorizer, Change, ScheduledChangeRequest } from '@forewarn/core';
import type { ApiKeyCredentials } from '@forewarn/http';
import type { HttpCapability } from '@forewarn/http/capability';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { makeUseCases } from '../../use-cases/src/index.ts';
import { errAsync, okAsync } from 'neverthrow';
import { changeRequest } from '../../core/test/samples.ts';
import { ADMIN } from '../../http/test/admin-world.ts';
import { type Ask, listenerOf, serve } from '../../http/test/serve.ts';
import { makeForecastUseCases } from '../src/forecasts.ts';
import { httpForecast } from '../src/http/index.ts';
import { memoryForecast } from '../src/memory/index.ts';

export const API = '/api/admin';
export const OF_ALL = `${API}/change-requests/forecast`;
export const OF_SHOP = `${API}/projects/shop/change-requests/forecast`;
export const OF_ONE = (id: number) => `${API}/projects/shop/change-requests/${id}/forecast`;
export const LISTING = `${API}/change-requests`;
/** May read the project `shop` only. */
export const SHOP = 'shop-key';

export const HOUR = 3_600_000;
/** When a worker loaded this: up to half an hour ago, by other files. */
export const START = Date.now();
/** A time that many hours from then. */
export const at = (hours: number): string => new Date(START + hours * HOUR).toISOString();

export const ARCHIVE: Change = { action: 'archiveFeature' };
export const ROLLOUT: Change = { action: 'updateStrategy', payload: { id: 's-1' } };

export const scheduled = (
  project: string,
  id: number,
  hours: number,
  change: Change,
): ScheduledChangeRequest =>
  changeRequest({
    id,
    project,
    title: `Change ${id}`,
    schedule: { status: 'pending', scheduledAt: at(hours) },
    createdBy: { id: 3, username: 'maria' },
    features: [{ name: 'new-checkout', changes: [change] }],
  });

export const authorizer: Authorizer<ApiKeyCredentials> = {
  authenticate: (key = '') => okAsync({ name: key }),
  authorize: ({ name }, permission, { projectId }) =>
    name === ADMIN || (name === SHOP && projectId === 'shop')
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, projectId }),
};

/** Serves change requests of the projects `shop` and `office`, which are live, from a store with capabilities. */
export async function serveFrom(
  store: Store,
  changeRequests: readonly ScheduledChangeRequest[],
  capabilities: readonly HttpCapability[],
  isLive = true,
) {
  for (const id of ['shop', 'office']) {
    await store.projects.register({ id, name: id }, 'test');
    if (isLive) await store.projects.declareLive(id, 'test');
  }
  for (const each of changeRequests) (await store.writer.put(each, 'test'))._unsafeUnwrap();
  return serve(listenerOf(makeUseCases({ authorizer, store }), { capabilities }));
}

/** Serves change requests with their forecasts. */
export async function serveSchedule(
  changeRequests: readonly ScheduledChangeRequest[],
  isLive = true,
) {
  const store = createMemoryStore({}, [memoryForecast]);
  const capabilities = [httpForecast(makeForecastUseCases({ authorizer, ...store }))];
  const { ask } = await serveFrom(store, changeRequests, capabilities, isLive);
  const get = (path: string, key = ADMIN): ReturnType<Ask> =>
    ask('GET', path, { headers: { Authorization: key } });
  return { ask, get };
}
