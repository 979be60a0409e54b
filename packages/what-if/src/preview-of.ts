import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import {
  atOnce,
  type Forecast,
  forecasting,
  FORECASTS,
  type ForecastScope,
  type InSteps,
  inTurns,
  mayTouchMore,
  unforeseen,
} from '@forewarn/forecast';
import { MAX_REPORT_LENGTH } from '@forewarn/impact';
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
): Result<Preview, ChangeRequestNotFound> => atOnce(previewing(scheduled, edits, scope));

/** Returns the same, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export const previewInTurns = (
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
  scope: ForecastScope,
  options?: CallOptions,
): Promise<Result<Preview, ChangeRequestNotFound>> =>
  inTurns(previewing(scheduled, edits, scope), options);

function* previewing(
  scheduled: readonly ScheduledChangeRequest[],
  edits: ProjectEdits,
  scope: ForecastScope,
): InSteps<Result<Preview, ChangeRequestNotFound>> {
  const edited = editedIn(scheduled, edits);
  if (edited.isErr()) return err(edited.error);
  const { before, after } = schedulesOf(scheduled, edited.value);
  const forecasts = yield* forecastingBoth({ before, after }, scope);
  const doubtful = new Set<ScheduledChangeRequest>();
  for (const each of new Set([...before, ...after])) {
    yield;
    if (mayTouchMore(each)) doubtful.add(each);
  }
  const doubts = { before: keysAmong(before, doubtful), after: keysAmong(after, doubtful) };
  return ok(previewWith(edited.value, doubts, forecasts, scope));
}

/** Forecasts two schedules. */
export function* forecastingBoth(
  { before, after }: BeforeAndAfter<ScheduledChangeRequest>,
  scope: ForecastScope,
): InSteps<BeforeAndAfter<Forecast>> {
  return { before: yield* forecasting(before, scope), after: yield* forecasting(after, scope) };
}

const keysAmong = (
  all: readonly ScheduledChangeRequest[],
  some: ReadonlySet<ScheduledChangeRequest>,
): ReadonlySet<string> => new Set(all.filter((each) => some.has(each)).map(keyOf));

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
    return previewWith(edited, NO_DOUBTS, { before, after }, {});
  });
}

/** The keys of those in two schedules that may touch more than they say. */
type Doubts = Readonly<Record<'before' | 'after', ReadonlySet<string>>>;

const NO_DOUBTS: Doubts = { before: new Set(), after: new Set() };

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
  doubts: Doubts,
  forecasts: BeforeAndAfter<Forecast>,
  { isReadable = () => true }: Pick<ForecastScope, 'isReadable'>,
): Preview {
  const [before, after] = [byKey(forecasts.before), byKey(forecasts.after)];
  const pairOf = (once: Forecast | undefined, then: Forecast | undefined): Pair => ({
    before: unlessDoubtful(once, doubts.before),
    after: unlessDoubtful(then, doubts.after),
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

/** What goes as planned is not known to do so if it may touch more than it says. */
const unlessDoubtful = (
  forecast: Forecast | undefined,
  doubtful: ReadonlySet<string>,
): Forecast | undefined =>
  forecast?.forecast === 'as-planned' && doubtful.has(keyOf(forecast))
    ? { ...forecast, forecast: 'unknown' }
    : forecast;

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
