import { wait } from '@forewarn/client/exchange';
import { type ProjectNotFound, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import { withTimeLimit } from '@forewarn/platform';
import { LRUCache } from 'lru-cache';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import pLimit from 'p-limit';
import type { Upstream } from './upstream.ts';
import type { UpstreamRefused, UpstreamUnavailable } from './errors.ts';
import { type SyncResult, syncUntilStored } from './sync-once.ts';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
import type { UnleashApi } from './unleash-api.ts';
import {
  isAbsence,
  lineOf,
  type UnleashFailure,
  type UnleashUnavailable,
} from './unleash-failure.ts';
import { claimOrigin } from './claim-origin.ts';
import { hidesProjects } from './hides-projects.ts';

/** An Unleash, and the store that follows it. */
export interface UnleashUpstreamOptions {
  readonly api: UnleashApi;
  readonly store: SyncOptions['store'];
  /** The address of Unleash for people. Default: that of the API. */
  readonly url?: string | undefined;
  /** Timeout of a delete in milliseconds. */
  readonly deleteTimeoutMs?: number;
  /** Maximum time that a delete waits for a sync, in milliseconds. */
  readonly syncTimeoutMs?: number;
  /** Ends the syncs. */
  readonly signal?: AbortSignal;
}

type UpstreamError = UpstreamRefused | UpstreamUnavailable;
type SyncError = ProjectNotFound | UpstreamError | StoreUnavailable;

/** The part of a store that syncs write, and the Unleash that they read. */
interface SyncTarget extends Pick<UnleashUpstreamOptions, 'api' | 'store'> {
  readonly signal: AbortSignal;
}

const DELETE_TIMEOUT_MS = 4_000;
const SYNC_TIMEOUT_MS = 2_000;

/** How long the service remembers whether Unleash hides projects from it, in milliseconds. */
const REMEMBER_MS = 10_000;

/** Maximum number of projects that are synced at once. */
const MAX_CONCURRENCY = 2;

/** Returns an Unleash as the upstream of a store. */
export function unleashUpstream({
  api,
  store,
  url = api.url,
  deleteTimeoutMs = DELETE_TIMEOUT_MS,
  syncTimeoutMs = SYNC_TIMEOUT_MS,
  signal: stop = new AbortController().signal,
}: UnleashUpstreamOptions): Upstream {
  const target = { api, store, signal: stop };
  const limit = pLimit(MAX_CONCURRENCY);
  const sync = shareNextRun((projectId) => limit(syncProject, target, projectId));
  const all = shareNextRun(() => syncAll(target));
  const hidden = new LRUCache<'hidden', boolean>({
    max: 1,
    ttl: REMEMBER_MS,
    fetchMethod: () => withTimeLimit(syncTimeoutMs, stop, (limited) => hidesProjects(api, limited)),
  });
  return {
    url,
    principal: SYNC_PRINCIPAL,
    deleteStrategy: (name, { signal } = {}) => {
      // A URL resolves these two to another path, even if they are encoded.
      if (name === '.' || name === '..') return errAsync(UNREACHABLE);
      const path = `/strategies/${encodeURIComponent(name)}`;
      const claimed = withTimeLimit(deleteTimeoutMs, signal, (limited) =>
        claimOrigin({ api, store, signal: limited }),
      );
      return new ResultAsync(claimed)
        .mapErr((error) => (error.type === 'StoreUnavailable' ? error : deleteErrorOf(error)))
        .andThen(() =>
          new ResultAsync(deleteConfirmed(api, path, deleteTimeoutMs, signal)).orElse((failure) =>
            isAbsence(failure) ? ok('absent' as const) : err(deleteErrorOf(failure)),
          ),
        );
    },
    hidesProjects: (options) =>
      ResultAsync.fromSafePromise(hidden.forceFetch('hidden')).andThen((hides) =>
        hides || store.origins === undefined
          ? ok(hides)
          : toResultAsync(store.origins.hidesProjects(options)).orElse(() => ok(true)),
      ),
    // Without the caller's signal, because other callers share the sync.
    sync: () => new ResultAsync(atMost(all(''), syncTimeoutMs)),
    syncProject: (projectId) => new ResultAsync(sync(projectId)),
  };
}

/** Deletes, and asks again: the empty success of a load balancer looks like that of Unleash. */
const deleteConfirmed = (
  api: UnleashApi,
  path: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result<'deleted', UnleashFailure>> =>
  withTimeLimit(timeoutMs, signal, async (limited) => {
    const deleted = await api.delete(path, timeoutMs, signal);
    if (deleted.isErr()) return err(deleted.error);
    const found = await api.get(path, limited);
    if (found.isErr() && isAbsence(found.error)) return ok('deleted');
    const reason = 'it does not say that the definition is gone';
    return err({ type: 'UnleashUnavailable', path, reason });
  });

const UNREACHABLE: UpstreamRefused = {
  type: 'UpstreamRefused',
  reason:
    'Unleash can not delete a definition named "." or ".." over HTTP. Nothing has changed in Forewarn.',
};

function deleteErrorOf(failure: UnleashFailure): UpstreamError {
  if (failure.type !== 'UnleashUnavailable') {
    return errorOf(failure, `${refusalOf(failure)}. Nothing has changed in Forewarn.`);
  }
  return errorOf(
    failure,
    `Unleash does not confirm the delete (${failure.reason}). Nothing has changed in Forewarn. Repeat the delete: it is safe, since a definition that is gone in Unleash counts as deleted.`,
  );
}

/** Only an Unleash that does not respond may do so later. */
function errorOf(failure: UnleashFailure | undefined, reason: string): UpstreamError {
  if (failure?.type !== 'UnleashUnavailable') return { type: 'UpstreamRefused', reason };
  const { retryAfterMs } = failure;
  const delay = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { type: 'UpstreamUnavailable', reason, ...delay };
}

function refusalOf(failure: Exclude<UnleashFailure, UnleashUnavailable>): string {
  switch (failure.type) {
    case 'UnleashUnreadable':
      return `The delete got ${failure.found} instead of a response from Unleash: check UNLEASH_URL`;
    case 'UnleashForeign':
      return lineOf(failure);
    case 'UnleashTooLarge':
      return `The delete got more than ${failure.maxBytes} bytes instead of a response from Unleash: check UNLEASH_URL`;
    case 'UnleashAbsent':
      return 'Unleash does not serve the delete (404): check UNLEASH_URL and the version of Unleash';
    case 'UnleashRefused':
      return `Unleash refuses the delete (${failure.status}): ${REMEDIES[failure.status] ?? 'look in the log of Unleash'}`;
  }
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'set UNLEASH_API_KEY to an access token of this Unleash',
  403: 'grant UNLEASH_API_KEY the permission DELETE_STRATEGY in Unleash',
};

const STOPPED: UpstreamUnavailable = {
  type: 'UpstreamUnavailable',
  reason:
    'The sync was stopped, because the service is shutting down. Try another node, or try again soon.',
};

async function syncProject(
  { signal, ...target }: SyncTarget,
  projectId: string,
): Promise<Result<void, SyncError>> {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  const projectIds = [projectId];
  const areNamesDue = (): boolean => true;
  const scope = { projectIds, areNamesDue };
  const synced = await syncUntilStored({ ...target, ...scope, report, signal });
  const result = synced.isErr() ? failed(synced.error) : resultOf(projectId, synced.value, lines);
  if (result.isErr() && signal.aborted) return err(STOPPED);
  return synced.isOk() && synced.value.isSuperseded ? err(SUPERSEDED) : result;
}

async function syncAll({
  signal,
  ...target
}: SyncTarget): Promise<Result<void, UpstreamError | StoreUnavailable>> {
  // The coverage of a project tells what could not be read, and the log of the next sync does.
  const synced = await syncUntilStored({ ...target, report: () => {}, signal });
  if (synced.isOk()) return synced.value.isSuperseded ? err(SUPERSEDED) : ok();
  return signal.aborted ? err(STOPPED) : failed(synced.error);
}

const failed = (error: UnleashFailure | StoreUnavailable) =>
  err(error.type === 'StoreUnavailable' ? error : errorOf(error, lineOf(error)));

/** Returns when the run ends, or the time is over. */
async function atMost<E>(run: Promise<Result<void, E>>, ms: number): Promise<Result<void, E>> {
  const ended = new AbortController();
  const timeout = wait(ms, ended.signal).then(() => ok());
  return Promise.race([run, timeout]).finally(() => ended.abort());
}

const SUPERSEDED: UpstreamUnavailable = {
  type: 'UpstreamUnavailable',
  reason:
    'A project was not copied: its data has a later time, from another sync. Try again soon. If it persists, correct the clocks of the nodes and of Unleash.',
};

function resultOf(
  projectId: string,
  { unlisted, areProjectsCurrent, failures }: SyncResult,
  lines: readonly string[],
): Result<void, SyncError> {
  const line = lines.findLast((each) => each.startsWith(`project "${projectId}": `));
  if (unlisted.length === 0) {
    return areProjectsCurrent ? ok() : err(errorOf(failures[0], line ?? lines.join('; ')));
  }
  // A line about an unlisted project says why the store keeps it.
  return err(
    line === undefined
      ? { type: 'ProjectNotFound', projectId }
      : { type: 'UpstreamRefused', reason: line },
  );
}

/**
 * Shares runs of some work among their callers. Calls during a run for a key share the next run, because the current one
 * may have read too early for them.
 */
export function shareNextRun<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();
  return (key) => {
    const begin = (): Promise<T> => {
      waiting.delete(key);
      const run = work(key).finally(() => running.delete(key));
      running.set(key, run);
      return run;
    };
    const next = waiting.get(key);
    if (next !== undefined) return next;
    const current = running.get(key);
    if (current === undefined) return begin();
    const shared = current.then(begin, begin);
    waiting.set(key, shared);
    return shared;
  };
}
