import {
  type CallOptions,
  matchesAny,
  type ScheduledChangeRequest,
  targetsOf,
} from '@forewarn/core';
import { forecastInTurns, type ForecastScope, isPlanned } from '@forewarn/forecast';
import { scheduledAtOf } from '@forewarn/record';
import type { CandidateFacts, CleanupTarget } from './cleanup.ts';

/** What is removed, and what is scheduled around it. */
export interface PreviewedTarget extends Pick<ForecastScope, 'gone'> {
  readonly target: CleanupTarget;
  /** The id of the feature's project. */
  readonly project?: string | undefined;
  /** All that touches the target, and what decides how that will go. */
  readonly scheduled: readonly ScheduledChangeRequest[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The last time that a date can have, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;

/** No recorded change request has this id. */
const REMOVAL_ID = -1;

/**
 * Returns how those will go that touch the target, and how removing it goes just after the last of them. It is the forecast of the
 * same schedule with one more change request. Nothing that is scheduled affects deleting a definition.
 */
export async function previewRemoval(
  { target, project, scheduled, now, gone = [] }: PreviewedTarget,
  options: CallOptions = {},
): Promise<Pick<CandidateFacts, 'forecasts' | 'removal'>> {
  const touching = new Set(
    scheduled.filter(
      (each) =>
        isPlanned(each) && scheduledAtOf(each) >= now && matchesAny(targetsOf(each), [target]),
    ),
  );
  const last = Math.max(now, ...[...touching].map(scheduledAtOf));
  const removal =
    target.kind === 'feature'
      ? [archiving(target.name, project ?? '', Math.min(last + 1, MAX_TIME))]
      : [];
  const asked = new Set([...touching, ...removal]);
  const all = await forecastInTurns(
    [...scheduled, ...removal],
    { now, gone, isAsked: (each) => asked.has(each) },
    options,
  );
  const own = all.find(({ id }) => id === REMOVAL_ID);
  return { forecasts: all.filter((each) => each !== own), removal: own?.forecast ?? 'as-planned' };
}

/** A change request that archives a feature. */
const archiving = (name: string, project: string, time: number): ScheduledChangeRequest => ({
  id: REMOVAL_ID,
  project,
  environment: '',
  state: 'Scheduled',
  features: [{ name, changes: [{ action: 'archiveFeature' }] }],
  segments: [],
  schedule: { status: 'pending', scheduledAt: new Date(time).toISOString() },
});
