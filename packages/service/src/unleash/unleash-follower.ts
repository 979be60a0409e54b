import type { Authorizer } from '@forewarn/core';
import {
  copiesOf,
  type FirstSync,
  type Following,
  type FollowObserver,
  followUnleash,
  lineOf,
  makeSyncProject,
  unleashApi,
  type UnleashApiOptions,
  unleashUpstream,
  type Upstream,
  watchFirstSync,
} from '@forewarn/unleash';
import { httpUnleash } from '@forewarn/unleash/http';
import type { ServiceCredentials } from '../http/service-credentials.ts';
import type { ServiceParts } from '../service-capability.ts';
import type { ServiceLog } from '../service-log.ts';
import { type Telemetry, tracedUseCases } from '../telemetry/telemetry.ts';

/** An Unleash, and the store that follows it. */
export interface UnleashFollowerOptions extends Pick<Following, 'store'> {
  readonly unleash: UnleashApiOptions & Partial<Pick<Following, 'intervalMs'>>;
  readonly authorizer: Authorizer<ServiceCredentials>;
  /** The address of Unleash for people, as in the settings of the service. Default: that of `unleash`. */
  readonly unleashUrl?: string | undefined;
  /** The `deadlineMs` of the service. Default: 5,000. */
  readonly deadlineMs?: number;
  readonly log: ServiceLog;
  readonly telemetry: Telemetry;
}

/** What an upstream adds to a service. */
export function partsOfUpstream(
  upstream: Upstream,
  authorizer: Authorizer<ServiceCredentials>,
  { tracer }: Pick<Telemetry, 'tracer'>,
): Required<Pick<ServiceParts, 'http' | 'copies'>> {
  const useCases = { syncProject: makeSyncProject({ authorizer, upstream }) };
  return { http: httpUnleash(tracedUseCases(useCases, tracer)), copies: copiesOf(upstream) };
}

// The part of a request's deadline that a delete in Unleash may take. The rest is for the response.
const DELETE_SHARE = 0.8;
// The part that a guarded delete waits for a sync before it.
const SYNC_SHARE = 0.4;

/**
 * Makes a store follow an Unleash, once the service listens. Writes the syncs to the log and the metrics of the service. Returns
 * what `createService` adds.
 */
export function unleashFollower({
  unleash: { intervalMs = 60_000, ...unleash },
  unleashUrl: url,
  store,
  authorizer,
  deadlineMs = 5_000,
  log,
  telemetry,
}: UnleashFollowerOptions): ServiceParts {
  const api = unleashApi(unleash);
  const controller = new AbortController();
  const { signal } = controller;
  const deleteTimeoutMs = Math.round(deadlineMs * DELETE_SHARE);
  const syncTimeoutMs = Math.round(deadlineMs * SYNC_SHARE);
  let following: Promise<void> | undefined;
  const upstream = unleashUpstream({ api, store, url, deleteTimeoutMs, syncTimeoutMs, signal });
  let firstSync: FirstSync | undefined;
  return {
    ...partsOfUpstream(upstream, authorizer, telemetry),
    isFirstSync: () => firstSync?.isRunning() ?? false,
    running: {
      start: () => {
        if (store.origins !== undefined) firstSync ??= watchFirstSync(store.origins, signal);
        const observer = observeSyncs(log, telemetry);
        following ??= followUnleash({ api, store, intervalMs, observer, signal });
      },
      stop: async () => {
        controller.abort();
        await following;
      },
    },
  };
}

/** Writes the syncs with an Unleash to the log and the metrics. */
function observeSyncs(log: ServiceLog, { metrics }: Telemetry): FollowObserver {
  const observe = metrics.watchSyncs();
  return {
    onSync: (synced, ms) =>
      synced.match(
        ({ isCurrent, counts, deleted }) => {
          observe(isCurrent ? 'current' : 'outdated', ms / 1_000);
          log.info({ ms: Math.round(ms), isCurrent, counts, deleted }, 'synced');
        },
        (error) => {
          observe('failed', ms / 1_000);
          if (error.type === 'StoreUnavailable') log.error({ err: error.cause }, 'sync failed');
          else log.warn({ reason: lineOf(error) }, 'sync failed');
        },
      ),
    onMissing: (line) => log.warn({}, line),
    onWait: () => log.info({}, 'waiting while another node syncs'),
    // The service and the syncs keep running; the age of the data shows the failure.
    onBug: (bug) => log.error({ err: bug }, 'bug in a sync'),
  };
}
