import type { Store } from '@forewarn/store';
import { unleashApi, unleashUpstream } from '@forewarn/unleash';
import { ask } from '../http/ask.ts';
import { importInto } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';
import type { FakeState } from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following } from '../../../unleash/test/follow.ts';
import { serveHere } from '../http/with-stores.ts';

/** The deadline of the service. A slow machine keeps it. */
const DEADLINE_MS = 5_000;

/** Serves a store that has synced once with a fake Unleash. Only requests and tests sync it again. */
export async function serveFollowing(state: Partial<FakeState> = {}, deadlineMs = DEADLINE_MS) {
  const following = await follow(state);
  (await following.sync())._unsafeUnwrap();
  return serveFollower(following, deadlineMs);
}

/** Serves a store that follows a fake Unleash, as one of its nodes. */
export async function serveFollower(following: Following, deadlineMs = DEADLINE_MS) {
  const { store, unleash } = following;
  const stop = new AbortController();
  const upstream = unleashUpstream({
    api: unleashApi({ url: unleash.url, key: unleash.key, firstWaitMs: 1 }),
    store,
    deleteTimeoutMs: deadlineMs * 0.8,
    syncTimeoutMs: deadlineMs * 0.4,
    signal: stop.signal,
  });
  const served = await serveHere(store, { deadlineMs }, { upstream });
  const key = await makeKey(store, 'admin');
  return {
    ...following,
    served,
    key,
    /** Asks the service to sync a project, by default as the admin. */
    sync: (projectId: string, more: Partial<Parameters<typeof ask>[1]> = {}) =>
      ask(served, { method: 'POST', path: `/api/admin/sync/${projectId}`, key, ...more }),
    stopSyncs: () => stop.abort(),
  };
}

type Served = Pick<Awaited<ReturnType<typeof serveFollower>>, 'served' | 'key'>;

/** Asks what an act on a target would break, in all projects or in one. */
export async function impactOf({ served, key }: Served, target: object, project?: string) {
  const path =
    project === undefined ? '/api/admin/impact' : `/api/admin/projects/${project}/impact`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ targets: [target] });
  const { json } = await ask(served, { method: 'POST', path, key, headers, body });
  const { impacts, ...rest } = json as { readonly impacts: readonly object[] };
  return { ...rest, ...impacts[0] };
}

/** Sets the time of the data of the project `shop`. */
export const setTimeOf = (store: Store, asOf: string): Promise<void> =>
  importInto(store, {
    kind: 'project',
    project: { id: 'shop', name: 'Shop' },
    coverage: { kind: 'as-of', asOf, source: 'sync' },
  });
