import {
  type CallOptions,
  matchesAny,
  type ScheduledChangeRequest,
  type Target,
  targetsOf,
} from '@forewarn/core';
import {
  type Forecast,
  forecastInTurns,
  type ForecastScope,
  isPlanned,
  mayTouchMore,
} from '@forewarn/forecast';
import { keyOf, scheduledAtOf, targetKey } from '@forewarn/record';
import type { CandidateFacts, CleanupTarget } from './cleanup.ts';

/** What is removed, and what is scheduled around it. */
export interface PreviewedTargets extends Pick<ForecastScope, 'gone'> {
  /** Each once. */
  readonly targets: readonly CleanupTarget[];
  /** Those whose change requests are forecast, too. */
  readonly related?: readonly Target[];
  /** All that touches the targets and what is related, and what decides how that will go. */
  readonly scheduled: readonly ScheduledChangeRequest[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How those will go that touch the targets or what is related, and removing each target just after the last that touches it. */
export interface PreviewedRemovals {
  /** One that may touch more than it says is `unknown`, and not as planned. */
  readonly forecasts: readonly Forecast[];
  /** By `targetKey`. */
  readonly removals: ReadonlyMap<string, CandidateFacts['removal']>;
}

/** The last time that a date can have, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;

/**
 * Forecasts the same schedule with one more change request for each feature, none of which has an effect on another. Nothing that
 * is scheduled affects deleting a definition.
 */
export async function previewRemovals(
  { targets, related = [], scheduled, now, gone = [] }: PreviewedTargets,
  options: CallOptions = {},
): Promise<PreviewedRemovals> {
  const planned = scheduled
    .filter((each) => isPlanned(each) && scheduledAtOf(each) >= now)
    .map((each) => ({ each, touched: targetsOf(each) }));
  const asked = new Set(
    planned.filter(({ touched }) => matchesAny(touched, related)).map(({ each }) => each),
  );
  const keys = new Map<number, string>();
  const archiving = targets.flatMap((target, index) => {
    const touching = planned.filter(({ touched }) => matchesAny(touched, [target]));
    for (const { each } of touching) asked.add(each);
    if (target.kind !== 'feature') return [];
    const last = Math.max(now, ...touching.map(({ each }) => scheduledAtOf(each)));
    // No recorded change request has such an id.
    const removal = archivingOf(target.name, -1 - index, Math.min(last + 1, MAX_TIME));
    keys.set(removal.id, targetKey(target));
    asked.add(removal);
    return [removal];
  });
  // At the last time there is, the order is not known.
  const removed = new Set(archiving.filter((each) => scheduledAtOf(each) < MAX_TIME));
  const all = await forecastInTurns(
    [...scheduled, ...archiving],
    { now, gone, isAsked: (each) => asked.has(each), hasEffect: (each) => !removed.has(each) },
    options,
  );
  const removals = new Map<string, CandidateFacts['removal']>(
    targets.map((target) => [targetKey(target), 'as-planned']),
  );
  for (const { id, forecast } of all) {
    const key = keys.get(id);
    if (key !== undefined) removals.set(key, forecast);
  }
  const doubtful = new Set([...asked].filter(mayTouchMore).map(keyOf));
  const forecasts = all
    .filter(({ id }) => !keys.has(id))
    .map((each): Forecast => {
      const isDoubtful = each.forecast === 'as-planned' && doubtful.has(keyOf(each));
      return isDoubtful ? { ...each, forecast: 'unknown' } : each;
    });
  return { forecasts, removals };
}

const archivingOf = (name: string, id: number, time: number): ScheduledChangeRequest => ({
  id,
  project: '',
  environment: '',
  state: 'Scheduled',
  features: [{ name, changes: [{ action: 'archiveFeature' }] }],
  segments: [],
  schedule: { status: 'pending', scheduledAt: new Date(time).toISOString() },
});
