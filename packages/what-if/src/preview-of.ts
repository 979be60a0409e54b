import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import {
  type Forecast,
  forecastInTurns,
  forecastOf,
  FORECASTS,
  type ForecastScope,
  mayTouchMore,
  unforeseen,
} from '@forewarn/forecast';
import { MAX_REPORT_LENGTH } from '@forewarn/impact';
import { timeSlices } from '@forewarn/platform';
import {
  type ChangeRequestNotFound,
  compareListingPlaces,
  keyOf,
  listingPlaceOf,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import {
  type BeforeAndAfter,
  editedBy,
  type EditedChangeRequest,
  type ProjectEdits,
  schedulesOf,
} from './edit.ts';
import {
  type ForecastTally,
  MAX_PREVIEWED,
  type Preview,
  type PreviewedForecast,
} from './preview.ts';

/**
 * Returns what edits do to how a schedule will go: the difference between `forecastOf` with them and without. One that may touch
 * more than it says is shown as `unknown`, and not as planned.
 *
 * @param scheduled all change requests, also of other projects
 * @param scope what is asked about must include all whose forecasts the edits may change
 */
export const preview = (
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
  scope: ForecastScope,
): Result<Preview, ChangeRequestNotFound> =>
  editedIn(scheduled, edits).map((edited) => {
    const schedules = schedulesOf(scheduled, edited);
    const { before, after } = schedules;
    const forecasts = { before: forecastOf(before, scope), after: forecastOf(after, scope) };
    const doubtful = new Set([...before, ...after].filter(mayTouchMore));
    return previewWith(edited, { ...schedules, doubtful }, forecasts, scope);
  });

/** Returns the same, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export async function previewInTurns(
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
  scope: ForecastScope,
  options: CallOptions = {},
): Promise<Result<Preview, ChangeRequestNotFound>> {
  const edited = editedIn(scheduled, edits);
  if (edited.isErr()) return err(edited.error);
  const schedules = schedulesOf(scheduled, edited.value);
  const forecasts = await forecastsOf(schedules, scope, options);
  const pause = timeSlices(options.signal);
  const doubtful = new Set<ScheduledChangeRequest>();
  for (const each of new Set([...schedules.before, ...schedules.after])) {
    await pause();
    if (mayTouchMore(each)) doubtful.add(each);
  }
  return ok(previewWith(edited.value, { ...schedules, doubtful }, forecasts, scope));
}

/** Two schedules, and those in them that may touch more than they say. */
interface ReadSchedules extends BeforeAndAfter<ScheduledChangeRequest> {
  readonly doubtful: ReadonlySet<ScheduledChangeRequest>;
}

/** Forecasts two schedules in turns. */
export const forecastsOf = async (
  { before, after }: BeforeAndAfter<ScheduledChangeRequest>,
  scope: ForecastScope,
  options: CallOptions,
): Promise<BeforeAndAfter<Forecast>> => ({
  before: await forecastInTurns(before, scope, options),
  after: await forecastInTurns(after, scope, options),
});

/** Returns a preview in which nothing is known: each one that is edited may go in any way. */
export function unknownPreview(
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
): Result<Preview, ChangeRequestNotFound> {
  return editedIn(scheduled, edits).map((edited) => {
    const unknown = (each: ScheduledChangeRequest): Forecast => ({
      ...unforeseen(each),
      forecast: 'unknown',
    });
    const before = edited.flatMap((each) => (each.before ? [unknown(each.before)] : []));
    const after = edited.flatMap((each) => (each.after ? [unknown(each.after)] : []));
    return previewWith(edited, NOTHING_READ, { before, after }, {});
  });
}

const NOTHING_READ: ReadSchedules = { before: [], after: [], doubtful: new Set() };

/** Returns the change requests that edits are about, of those that are scheduled. */
export function editedIn(
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
): Result<readonly EditedChangeRequest[], ChangeRequestNotFound> {
  const own = scheduled.filter(({ project }) => project === edits.projectId);
  const byId = new Map(own.map((each) => [each.id, each]));
  return editedBy(edits, (id) => byId.get(id));
}

/** How one change request will go with edits, and without. It has one of the two at least. */
interface Pair {
  readonly before: Forecast | undefined;
  readonly after: Forecast | undefined;
  /** Negative if it goes less well, positive if better. One that is withdrawn goes in no way. */
  readonly change: number;
}

function previewWith(
  edited: readonly EditedChangeRequest[],
  { doubtful, ...schedules }: ReadSchedules,
  forecasts: BeforeAndAfter<Forecast>,
  { isReadable = () => true }: Pick<ForecastScope, 'isReadable'>,
): Preview {
  const [before, after] = [byKey(forecasts.before), byKey(forecasts.after)];
  const seen = {
    before: seenIn(schedules.before, doubtful),
    after: seenIn(schedules.after, doubtful),
  };
  const pairOf = (once: Forecast | undefined, then: Forecast | undefined): Pair => ({
    before: seen.before(once),
    after: seen.after(then),
    change: then === undefined ? 0 : rankOf(then) - rankOf(once),
  });
  const own = new Map<string, Pair>();
  for (const each of edited) {
    const key = keyOf((each.before ?? each.after) as ScheduledChangeRequest);
    const once = each.before && (before.get(key) ?? unforeseen(each.before));
    own.set(key, pairOf(once, each.after && (after.get(key) ?? unforeseen(each.after))));
  }
  const others = forecasts.after.flatMap((each): readonly Pair[] => {
    const key = keyOf(each);
    const once = before.get(key);
    return own.has(key) || rankOf(once) === rankOf(each) ? [] : [pairOf(once, each)];
  });
  const pairs = [...own.values(), ...others];
  const worse = pairs.filter(({ change }) => change < 0);
  const better = pairs.filter(({ change }) => change > 0);
  const shown = pairs.filter((each) => isReadable(projectOf(each)));
  const [worseList, betterList] = [listOf(worse, isReadable), listOf(better, isReadable)];
  return {
    before: tallyOf(shown.map((each) => each.before)),
    after: tallyOf(shown.map((each) => each.after)),
    worse: worseList.forecasts,
    worseCount: worse.length,
    hiddenWorse: worseList.hidden,
    better: betterList.forecasts,
    betterCount: better.length,
    hiddenBetter: betterList.hidden,
    edited: inOrder([...own.values()]),
  };
}

const rankOf = (forecast: Forecast | undefined): number =>
  FORECASTS.indexOf(forecast?.forecast ?? 'as-planned');

const byKey = <Each extends Pick<ScheduledChangeRequest, 'project' | 'id'>>(
  all: readonly Each[],
): ReadonlyMap<string, Each> => new Map(all.map((each) => [keyOf(each), each]));

/** Tells what is known of how one of a schedule will go. */
function seenIn(
  schedule: readonly ScheduledChangeRequest[],
  doubtful: ReadonlySet<ScheduledChangeRequest>,
) {
  const bodies = byKey(schedule);
  return (forecast: Forecast | undefined): Forecast | undefined => {
    if (forecast?.forecast !== 'as-planned') return forecast;
    const body = bodies.get(keyOf(forecast));
    return body && doubtful.has(body) ? { ...forecast, forecast: 'unknown' } : forecast;
  };
}

const projectOf = ({ before, after }: Pair): string => (after ?? before)?.project ?? '';

function listOf(pairs: readonly Pair[], isReadable: (projectId: string) => boolean) {
  const readable = pairs.filter((each) => isReadable(projectOf(each)));
  const hidden = pairs.length - readable.length;
  let length = 0;
  const all = inOrder(readable).slice(0, MAX_PREVIEWED);
  const end = all.findIndex((each, index) => {
    length += JSON.stringify(each).length;
    return index > 0 && length > MAX_REPORT_LENGTH;
  });
  return { forecasts: end === -1 ? all : all.slice(0, end), hidden };
}

const inOrder = (pairs: readonly Pair[]): readonly PreviewedForecast[] =>
  pairs
    .flatMap(({ before, after }): readonly PreviewedForecast[] =>
      after === undefined ? [] : [{ ...after, ...(before && { before: before.forecast }) }],
    )
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));

function tallyOf(forecasts: readonly (Forecast | undefined)[]): ForecastTally {
  const counts = FORECASTS.map((each) => [
    each,
    forecasts.filter((one) => one?.forecast === each).length,
  ]);
  return Object.fromEntries(counts) as ForecastTally;
}
