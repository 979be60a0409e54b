import type { StoreUnavailable } from '@forewarn/core';
import type { FollowerStore, Origin } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { UnleashApi } from './unleash-api.ts';
import { jsonIn } from './unleash-body.ts';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

/** An Unleash, and the store that follows it or another one. */
export interface OriginClaim {
  readonly api: UnleashApi;
  readonly store: Partial<Pick<FollowerStore, 'origins'>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns `UnleashForeign` if the store follows another Unleash. A store that follows none follows this one from now on. One
 * without `origins` does not know.
 */
export async function claimOrigin({
  api,
  store,
  signal,
}: OriginClaim): Promise<Result<void, UnleashFailure | StoreUnavailable>> {
  if (store.origins === undefined) return ok();
  const found = await originOf(api, signal);
  if (found.isErr()) return err(found.error);
  const followed = await store.origins.claim(found.value, { signal });
  if (followed.isErr()) return err(followed.error);
  return isSame(followed.value, found.value)
    ? ok()
    : err({ type: 'UnleashForeign', followed: followed.value, found: found.value });
}

/** Makes the store follow this Unleash instead of any other. */
export async function replaceOrigin({
  api,
  store,
  signal,
}: OriginClaim): Promise<Result<void, UnleashFailure | StoreUnavailable>> {
  if (store.origins === undefined) return ok();
  const found = await originOf(api, signal);
  return found.isErr() ? err(found.error) : store.origins.replace(found.value, { signal });
}

/** The address of an Unleash may change, but not its id. */
const isSame = (a: Origin, b: Origin): boolean =>
  a.instanceId === undefined || b.instanceId === undefined
    ? a.url === b.url
    : a.instanceId === b.instanceId;

const configSchema = z.object({ versionInfo: z.object({ instanceId: z.string().min(1) }) });

/** What Unleash returns if its database has no id. */
const UNRESOLVED = 'unresolved-instance-id';

/** Returns the origin without an id if Unleash, or a proxy before it, does not tell one. */
async function originOf(
  api: UnleashApi,
  signal?: AbortSignal,
): Promise<Result<Origin, UnleashUnavailable>> {
  const { url } = api;
  const got = (await api.get('/ui-config', signal)).andThen(jsonIn);
  if (got.isErr()) {
    return got.error.type === 'UnleashUnavailable' ? err(got.error) : ok({ url });
  }
  const read = configSchema.safeParse(got.value);
  const { instanceId } = read.data?.versionInfo ?? {};
  return ok(instanceId === undefined || instanceId === UNRESOLVED ? { url } : { url, instanceId });
}
