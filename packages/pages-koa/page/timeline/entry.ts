import type { ForecastBreakSchema, ForecastSchema } from '@forewarn/client';
import { authorOf, doubtsIn, hasTrouble, keyOf } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { titleOf } from '@forewarn/forecast';
import { doubtWords } from '@forewarn/impact';
import { conflictText } from '../change-request/words-of-change.ts';

export { keyOf, titleOf };

/**
 * How a change request stands: the status of its schedule, or
 *
 * - `overdue`: pending, and its time was in the past when it was read. What was read before may have been applied.
 * - `doubt`: pending, and it may touch more than it says, or Unleash reported a conflict.
 * - `none`: it has no schedule, or none with a readable time.
 * - `forecast-…`: pending, and it will not go as planned.
 * - `breaks`, `may-break`: pending, and others will not go as planned because of it.
 */
export type State = Entry['state'] | `forecast-${Expected}` | 'breaks' | 'may-break';

/** A forecast other than `as-planned`. */
export type Expected = Exclude<ForecastSchema['forecast'], 'as-planned'>;

/** A change request that will not go as planned because of another one. */
export type Break = Pick<ForecastBreakSchema, 'project' | 'id' | 'title' | 'schedule'> & {
  readonly consequence: Pick<ForecastBreakSchema['consequence'], 'outcome'>;
};

/** Whether a change request will not go as planned: otherwise, it may not. */
export const isSure = ({ consequence }: Break): boolean => consequence.outcome !== 'unknown';

/** What the timeline shows of a change request. */
export interface Entry {
  readonly project: string;
  readonly id: number;
  readonly environment: string;
  readonly title: string;
  /** Its state when it was read, without a forecast. */
  readonly state: 'pending' | 'suspended' | 'failed' | 'overdue' | 'doubt' | 'none';
  /** Why it needs attention. */
  readonly trouble?: string | undefined;
  /** How it will go, if not as planned. */
  readonly forecast?: ForecastSchema | undefined;
  /** What it does to others. */
  readonly breaks?: readonly Break[] | undefined;
  /** In milliseconds; absent without a schedule. */
  readonly at?: number;
  readonly owner: string | undefined;
  readonly features: readonly string[];
}

/** Makes an entry of a change request that was just read. */
export function entryOf(changeRequest: ScheduledChangeRequest): Entry {
  const { project, id, environment, schedule, features } = changeRequest;
  const at = Date.parse(schedule?.scheduledAt ?? '');
  const state = stateNow(changeRequest, at);
  return {
    project,
    id,
    environment,
    title: titleOf(changeRequest),
    state,
    trouble:
      state === 'pending' ? undefined : state === 'overdue' ? OVERDUE : troubleOf(changeRequest),
    ...(Number.isNaN(at) ? {} : { at }),
    owner: authorOf(changeRequest),
    features: features.map(({ name }) => name),
  };
}

function stateNow(changeRequest: ScheduledChangeRequest, at: number): Entry['state'] {
  const { status } = changeRequest.schedule ?? {};
  if (status === 'failed' || status === 'suspended') return status;
  if (at < Date.now()) return 'overdue';
  if (hasTrouble(changeRequest)) return 'doubt';
  return Number.isNaN(at) ? 'none' : 'pending';
}

function troubleOf(changeRequest: ScheduledChangeRequest): string {
  const { schedule, features, segments } = changeRequest;
  if (schedule !== undefined && schedule.status !== 'pending') {
    const failure = schedule.status === 'failed' ? schedule.failureReason : undefined;
    const reason = failure ?? schedule.reason ?? 'Unleash gave no reason';
    return `${reason.replace(/\.?$/, '.')} Resolve that and schedule it again, or reject it.`;
  }
  const [doubt] = doubtsIn(changeRequest);
  const conflict = [...features, ...features.flatMap(({ changes }) => changes), ...segments]
    .map(conflictText)
    .find((text) => text !== undefined);
  const why = conflict ?? (doubt && `It ${doubtWords(doubt)}`) ?? 'It has no readable time';
  return `${why}. Look at it in Unleash.`;
}

/** What an overdue one needs. */
const OVERDUE = 'Its time is past, and it was not applied. Look at it in Unleash.';

export function stateOf({ state, forecast, breaks }: Entry): State {
  if (state !== 'pending' && state !== 'doubt') return state;
  const expected = forecast?.forecast ?? 'as-planned';
  if (expected !== 'as-planned') return `forecast-${expected}`;
  if (breaks === undefined || breaks.length === 0) return state;
  return breaks.some(isSure) ? 'breaks' : 'may-break';
}

/** The states that need attention, besides those of forecasts. */
export const LATE = ['failed', 'suspended', 'overdue', 'doubt'] as const;

/** Whether somebody has to do something about an entry. */
export function needsAttention(entry: Entry): boolean {
  const state = stateOf(entry);
  return state.startsWith('forecast-') || LATE.some((late) => late === state);
}
