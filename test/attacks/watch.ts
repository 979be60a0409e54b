import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack } from './attack.ts';
import { FOUND, OTHERS, SEARCHED, type Target } from './target.ts';

/** What the prober asks, and of whom. */
export interface Probe {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  /** A search, and the ids that it must find. */
  readonly search: { readonly path: string; readonly ids: readonly number[] };
  /** A change request that is recorded again and again, each time with another title. */
  readonly write?: { readonly path: string; readonly body: ScheduledChangeRequest };
  readonly ready: boolean;
}

/** What the other clients of a service saw. */
export interface Figures {
  /** The longest response of /health on a warm connection, in milliseconds. */
  readonly standstillMs: number;
  readonly searches: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** That of writes; 0 where none is sent. */
  readonly writeP99Ms: number;
  /** How many requests were sent in all. */
  readonly asked: number;
  /** How often which request failed, in words. */
  readonly failures: ReadonlyMap<string, number>;
  /** The highest resident memory of the service; 0 where it can't be read. */
  readonly peakBytes: number;
}

/** An id that no search finds. */
const WRITTEN = 1_000;
const WRITE = {
  path: `${scheduledPath(OTHERS)}/${WRITTEN}`,
  body: changeRequest(OTHERS, WRITTEN, 'written'),
};

/** Lets well-behaved clients use a target, and measures what they see. */
export const watchTarget = ({ url, node, keys }: Target, others: Attack['others'] = {}) =>
  watchService({
    url,
    pid: node.pid(),
    key: keys.others,
    search: { path: `${scheduledPath(OTHERS)}?feature=${SEARCHED}`, ids: FOUND },
    ready: others.ready === true,
    ...(others.write === true ? { write: WRITE } : {}),
  });

/** Asks a service again and again, and measures what it sees. */
export async function watchService(probe: Probe) {
  const prober = fork(new URL('prober.ts', import.meta.url), [JSON.stringify(probe)], {
    // What was counted is a map.
    serialization: 'advanced',
  });
  const say = async (message: 'take' | 'end'): Promise<Figures> => {
    prober.send(message);
    const [figures] = (await once(prober, 'message')) as [Figures];
    return figures;
  };
  // It says so once each of its connections is open.
  await once(prober, 'message');
  return {
    /** Returns the figures since the last call, and begins new ones. */
    take: () => say('take'),
    /** Waits for the last responses; returns the figures since the last call. */
    end: () => say('end'),
  };
}
