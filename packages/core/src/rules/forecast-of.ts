import {
  type Forecast,
  type ForecastCause,
  type ForecastOutcome,
  FORECASTS,
  MAX_CAUSES,
} from '../model/forecast.ts';
import type { ConsequenceOutcome } from '../model/impact.ts';
import {
  authorOf,
  type ScheduledChangeRequest,
  scheduledAtOf,
  shownOf,
} from '../model/scheduled-change-request.ts';
import type { Place } from '../model/touch.ts';
import type { CallOptions } from '../ports/call-options.ts';
import { isPlanned } from './effects-of.ts';
import {
  type ByTarget,
  type Finding,
  findingsOn,
  type InSteps,
  Planned,
  plansByTarget,
  uncertain,
} from './findings-on.ts';
import { compareListingPlaces } from './listing.ts';
import { nextTurn } from './platform.ts';

/** What a forecast is about. */
export interface ForecastScope {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Which change requests to forecast; all when absent. */
  readonly isAsked?: (changeRequest: ScheduledChangeRequest) => boolean;
  /** The projects whose causes may be shown, by id; all when absent. */
  readonly isReadable?: (projectId: string) => boolean;
}

/**
 * Returns how each scheduled change request will go that is going to be applied: one that is pending, with a readable time
 * that is not over. Others have no effect. The soonest comes first, then by project and id.
 *
 * - An effect of one on a touch of a later one has the consequence of the same intent. The worst decides.
 * - One that will itself fail or be suspended has uncertain effects: what it causes is `unknown`.
 * - At the same time the order is not known: what one of them causes is `unknown`.
 * - What can't be seen of a change may be any effect on its feature: what it causes is `unknown`.
 * - A dependency that an earlier one removes or replaces can't be removed again.
 * - Unleash refuses some effects while a feature has a dependency. If a later one removes it, the earlier one fails. It is
 *   `unknown` if one before changes the parent of the feature, or one until the removal gives it this parent.
 * - Of the change requests with an effect on one target, the soonest {@link MAX_EFFECTIVE} count. One after these makes it
 *   `unknown`.
 */
export function forecastOf(
  scheduled: readonly ScheduledChangeRequest[],
  scope: ForecastScope,
): readonly Forecast[] {
  const steps = forecasting(scheduled, scope);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How long other work of the event loop waits for its turn. */
const TURN_MS = 10;

/** Returns the same, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export async function forecastInTurns(
  scheduled: readonly ScheduledChangeRequest[],
  scope: ForecastScope,
  { signal }: CallOptions = {},
): Promise<readonly Forecast[]> {
  const steps = forecasting(scheduled, scope);
  for (let endsAt = Date.now() + TURN_MS; ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (Date.now() < endsAt) continue;
    await nextTurn();
    signal?.throwIfAborted();
    endsAt = Date.now() + TURN_MS;
  }
}

function* forecasting(
  scheduled: readonly ScheduledChangeRequest[],
  { now, isAsked = () => true, isReadable = () => true }: ForecastScope,
): InSteps<readonly Forecast[]> {
  const planned: Planned[] = [];
  for (const each of scheduled) {
    yield;
    if (isPlanned(each) && scheduledAtOf(each) >= now) planned.push(new Planned(each));
  }
  planned.sort((a, b) => compareListingPlaces(a.place, b.place));
  const byTarget = yield* plansByTarget(planned);
  const broken = new Set<Planned>();
  for (const each of planned) {
    // One without an effect causes nothing.
    if (each.effects.length > 0 && (yield* breaks(each, byTarget, broken))) broken.add(each);
  }
  const forecasts: Forecast[] = [];
  for (const victim of planned) {
    if (isAsked(victim.changeRequest)) {
      forecasts.push(yield* forecast(victim, byTarget, broken, isReadable));
    }
  }
  return forecasts;
}

/** Returns the forecast of one that has none, because it failed, is suspended, is overdue or has no time that can be read. */
export function unforeseen(changeRequest: ScheduledChangeRequest): Forecast {
  const { schedule } = changeRequest;
  const outcome = schedule?.status === 'failed' ? 'fails' : schedule?.status;
  return forecastWith(
    changeRequest,
    outcome === 'fails' || outcome === 'suspended' ? outcome : 'unknown',
  );
}

const BREAKING: ReadonlySet<ConsequenceOutcome> = new Set([
  'fails',
  'lost',
  'suspended',
  'refused',
]);

/** Whether a change request will fail or be suspended. */
function* breaks(
  victim: Planned,
  byTarget: ByTarget,
  broken: ReadonlySet<Planned>,
): InSteps<boolean> {
  const isCertain = (cause: Planned): boolean => doubtAbout(victim, cause, broken) === undefined;
  for (const finding of findingsOn(victim, byTarget, isCertain)) {
    if (finding === undefined) yield;
    else if (BREAKING.has(finding.consequence.outcome)) return true;
  }
  return false;
}

/** Why it is not known what one causes: it will not go as planned, or the order is not known. */
function doubtAbout(
  victim: Planned,
  cause: Planned,
  broken: ReadonlySet<Planned>,
): 'order-unknown' | 'cause-uncertain' | undefined {
  if (victim.at === cause.at) return 'order-unknown';
  return cause.at < victim.at && broken.has(cause) ? 'cause-uncertain' : undefined;
}

/** The forecasts that consequences lead to. */
export const FORECAST_OF: Readonly<Record<ConsequenceOutcome, ForecastOutcome>> = {
  fails: 'fails',
  lost: 'fails',
  refused: 'fails',
  suspended: 'suspended',
  changed: 'changed',
  unknown: 'unknown',
  unaffected: 'as-planned',
};

function* forecast(
  victim: Planned,
  byTarget: ByTarget,
  broken: ReadonlySet<Planned>,
  isReadable: (projectId: string) => boolean,
): InSteps<Forecast> {
  const forecasts = new Set<ForecastOutcome>();
  const soonest = new Soonest();
  let [causeCount, hiddenCauses] = [0, 0];
  for (const finding of findingsOn(victim, byTarget)) {
    if (finding === undefined) {
      yield;
      continue;
    }
    const { cause, consequence: found } = finding;
    const doubt = found.outcome === 'unknown' ? undefined : doubtAbout(victim, cause, broken);
    const consequence = doubt === undefined ? found : uncertain(doubt);
    forecasts.add(FORECAST_OF[consequence.outcome]);
    causeCount += 1;
    if (isReadable(cause.changeRequest.project)) soonest.add({ ...finding, consequence });
    else hiddenCauses += 1;
  }
  const worst = FORECASTS.find((each) => forecasts.has(each)) ?? 'as-planned';
  const causes = soonest.list().map(causeOf);
  return { ...forecastWith(victim.changeRequest, worst), causes, causeCount, hiddenCauses };
}

/** The {@link MAX_CAUSES} soonest of any number of findings. */
class Soonest {
  #findings: Finding[] = [];

  add(finding: Finding): void {
    this.#findings.push(finding);
    if (this.#findings.length > 10 * MAX_CAUSES) this.#findings = [...this.list()];
  }

  list(): readonly Finding[] {
    return this.#findings
      .toSorted((a, b) => compareListingPlaces(a.cause.place, b.cause.place))
      .slice(0, MAX_CAUSES);
  }
}

/** A forecast without causes. */
function forecastWith(changeRequest: ScheduledChangeRequest, outcome: ForecastOutcome): Forecast {
  const createdBy = authorOf(changeRequest);
  return {
    ...shownOf(changeRequest),
    ...(createdBy === undefined ? {} : { createdBy }),
    forecast: outcome,
    causes: [],
    causeCount: 0,
    hiddenCauses: 0,
  };
}

const causeOf = ({ cause, place, touch, consequence: found }: Finding): ForecastCause => ({
  ...shownOf(cause.changeRequest),
  ...placeOf(place),
  touch: placeOf(touch),
  consequence: found,
});

const placeOf = ({ path, action, feature }: Place): Place => ({
  path,
  ...(action === undefined ? {} : { action }),
  ...(feature === undefined ? {} : { feature }),
});
