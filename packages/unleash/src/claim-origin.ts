import { type StoreUnavailable, toResultAsync } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { Origin } from './origin-repository.ts';
import type { SyncOptions } from './sync-options.ts';
import { neverOutdated } from './sync-projects.ts';
import type { UnleashApi } from './unleash-api.ts';
import { readAs } from './unleash-body.ts';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

/**
 * Returns `UnleashForeign` if the store follows another Unleash, unless this one replaces it. A store that follows none
 * follows this one from now on. One without `origins` does not know.
 */
export async function claimOrigin({
  api,
  store,
  signal,
  replacesUpstream = false,
}: Pick<SyncOptions, 'api' | 'store' | 'signal' | 'replacesUpstream'>): Promise<
  Result<void, UnleashFailure | StoreUnavailable>
> {
  if (store.origins === undefined) return ok();
  const found = await originOf(api, signal);
  if (found.isErr()) return err(found.error);
  const followed = await store.origins.claim(found.value, { signal });
  if (followed.isErr()) return err(followed.error);
  // To replace one by itself would forget what is known of it.
  if (isSame(followed.value, found.value)) return ok();
  if (!replacesUpstream) {
    return err({ type: 'UnleashForeign', followed: followed.value, found: found.value });
  }
  const uncovered = await uncoverCopies(store, signal);
  return uncovered.isErr() ? err(uncovered.error) : store.origins.replace(found.value, { signal });
}

/** Takes the coverage from the copies of the former Unleash: nothing in this one is known until it is read. */
async function uncoverCopies(
  { projects, transfer }: SyncOptions['store'],
  signal: AbortSignal | undefined,
): Promise<Result<unknown, StoreUnavailable>> {
  const stored = await projects.list({ signal });
  if (stored.isErr()) return err(stored.error);
  const copies = stored.value.filter(
    ({ coverage }) => coverage.kind === 'as-of' && coverage.source === 'sync',
  );
  const entries = async function* (): AsyncGenerator<Result<ImportEntry, never>> {
    for (const { id, name } of copies) {
      yield ok({ kind: 'project', project: { id, name }, coverage: { kind: 'none' } });
    }
  };
  return toResultAsync(transfer.import(entries(), { signal })).mapErr(neverOutdated);
}

/** The address of an Unleash may change, but not its id. */
const isSame = (a: Origin, b: Origin): boolean =>
  a.instanceId === undefined || b.instanceId === undefined
    ? a.url === b.url
    : a.instanceId === b.instanceId;

/** What is read of `/ui-config`. */
export const configSchema = z.object({ versionInfo: z.object({ instanceId: z.string().min(1) }) });

/** What Unleash returns if its database has no id. */
const UNRESOLVED = 'unresolved-instance-id';

/** Returns the origin without an id if Unleash, or a proxy before it, does not tell one. */
async function originOf(
  api: UnleashApi,
  signal?: AbortSignal,
): Promise<Result<Origin, UnleashUnavailable>> {
  const { url } = api;
  const read = (await api.get('/ui-config', signal)).andThen(readAs(configSchema));
  if (read.isErr()) {
    return read.error.type === 'UnleashUnavailable' ? err(read.error) : ok({ url });
  }
  const { instanceId } = read.value.versionInfo;
  return ok(instanceId === UNRESOLVED ? { url } : { url, instanceId });
}
