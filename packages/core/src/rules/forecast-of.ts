import {
  type Forecast,
  type ForecastCause,
  type ForecastConsequence,
  type ForecastOutcome,
  FORECASTS,
  MAX_CAUSES,
  MAX_EFFECTIVE,
  type UncertaintyRule,
} from '../model/forecast.ts';
import type { ConsequenceOutcome } from '../model/impact.ts';
import {
  authorOf,
  type ScheduledChangeRequest,
  scheduledAtOf,
  shownTitle,
} from '../model/scheduled-change-request.ts';
import type { Place, Touch } from '../model/touch.ts';
import { UNCERTAINTY_WORDS } from '../model/words.ts';
import type { ListingPlace } from '../ports/scheduled-change-request-listing.ts';
import { by, consequenceOf } from './consequence-of.ts';
import { type Effect, effectsOf, isPlanned, plansOf, targetKey } from './effects-of.ts';
import { compareListingPlaces, listingPlaceOf } from './listing.ts';
import { touchesIn } from './touches-of.ts';

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
 * - Unleash refuses some effects while a feature has a dependency. If a later one removes it, the earlier one fails.
 * - Of the change requests with an effect on one target, the soonest {@link MAX_EFFECTIVE} count. One after these makes it
 *   `unknown`.
 */
export function forecastOf(
  scheduled: readonly ScheduledChangeRequest[],
  { now, isAsked = () => true, isReadable = () => true }: ForecastScope,
): readonly Forecast[] {
  const planned = scheduled
    .filter((each) => isPlanned(each) && scheduledAtOf(each) >= now)
    .map((changeRequest): Planned => new Planned(changeRequest))
    .toSorted((a, b) => compareListingPlaces(a.place, b.place));
  const byTarget = plansByTarget(planned);
  const broken = new Set<Planned>();
  for (const each of planned) {
    if (breaks(findingsOn(each, byTarget), broken)) broken.add(each);
  }
  return planned
    .filter(({ changeRequest }) => isAsked(changeRequest))
    .map((victim) => forecast(victim, [...findingsOn(victim, byTarget)], broken, isReadable));
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

/** A change request that is going to be applied. */
class Planned {
  readonly changeRequest: ScheduledChangeRequest;
  readonly place: ListingPlace;
  readonly touches: readonly Touch[];
  readonly effects: readonly Effect[];

  constructor(changeRequest: ScheduledChangeRequest) {
    this.changeRequest = changeRequest;
    this.place = listingPlaceOf(changeRequest);
    this.touches = touchesIn(changeRequest);
    this.effects = effectsOf(changeRequest);
  }

  get at(): number {
    return this.place.scheduledAt;
  }
}

/** What is planned for one target, the soonest first. */
interface PlannedFor {
  readonly effective: { readonly cause: Planned; readonly effects: readonly Effect[] }[];
  readonly dependencies: { readonly cause: Planned; readonly touches: readonly Touch[] }[];
}

type ByTarget = ReadonlyMap<string, PlannedFor>;

function plansByTarget(planned: readonly Planned[]): ByTarget {
  const byTarget = new Map<string, PlannedFor>();
  for (const cause of planned) {
    const effectsOn = Map.groupBy(cause.effects, ({ target }) => targetKey(target));
    const touchesOn = Map.groupBy(cause.touches, ({ target }) => targetKey(target));
    for (const { target, isEffective, hasDependency } of plansOf(cause.changeRequest)) {
      const key = targetKey(target);
      const { effective, dependencies } = byTarget.get(key) ?? { effective: [], dependencies: [] };
      if (isEffective) effective.push({ cause, effects: effectsOn.get(key) ?? [] });
      if (hasDependency) dependencies.push({ cause, touches: touchesOn.get(key) ?? [] });
      byTarget.set(key, { effective, dependencies });
    }
  }
  return byTarget;
}

/** What one change of a change request does to one change of another, as if it went as planned itself. */
interface Finding {
  readonly victim: Planned;
  readonly touch: Place;
  readonly cause: Planned;
  readonly place: Place;
  readonly consequence: ForecastConsequence;
}

/** Finds what affects a change request. */
function* findingsOn(victim: Planned, byTarget: ByTarget): Generator<Finding> {
  for (const touch of victim.touches) {
    const effective = byTarget.get(targetKey(touch.target))?.effective ?? [];
    for (const [rank, { cause, effects }] of effective.entries()) {
      if (cause.at > victim.at || rank > MAX_EFFECTIVE) break;
      if (cause === victim) continue;
      for (const effect of effects) {
        const found =
          rank === MAX_EFFECTIVE
            ? uncertain('too-many-effects')
            : consequence(effect, touch, victim);
        if (found.outcome !== 'unaffected' && found.outcome !== 'refused') {
          yield { victim, touch, cause, place: effect, consequence: found };
        }
      }
    }
  }
  for (const effect of victim.effects) yield* refusalsOf(victim, effect, byTarget);
}

function consequence(
  effect: Effect,
  touch: Touch,
  { changeRequest }: Planned,
): ForecastConsequence {
  const { intent } = effect;
  if (intent === undefined) {
    const isOfFeature = touch.target.kind === 'feature' && touch.target.name === touch.feature;
    return isOfFeature ? uncertain('effects-unseen') : by('still-applies');
  }
  const found = consequenceOf({ ...effect, intent }, touch, changeRequest);
  // Unleash refuses it to people, and not to a change request.
  return found.rule === 'included-segment-deleted' ? by('segment-deleted') : found;
}

const uncertain = (rule: UncertaintyRule): ForecastConsequence => ({
  outcome: 'unknown',
  rule,
  evidence: 'none',
  ...UNCERTAINTY_WORDS[rule],
});

/** Finds the dependencies for which Unleash refuses an effect. */
function* refusalsOf(victim: Planned, effect: Effect, byTarget: ByTarget): Generator<Finding> {
  const { intent, target } = effect;
  if (intent === undefined) return;
  const dependencies = byTarget.get(targetKey(target))?.dependencies ?? [];
  for (const { cause, touches } of dependencies.slice(0, MAX_EFFECTIVE)) {
    if (cause === victim || cause.at < victim.at) continue;
    for (const touch of touches) {
      const found = consequenceOf({ ...effect, intent }, touch, cause.changeRequest);
      if (found.outcome === 'refused') {
        yield { victim, touch: effect, cause, place: touch, consequence: found };
      }
    }
  }
}

const BREAKING: ReadonlySet<ConsequenceOutcome> = new Set([
  'fails',
  'lost',
  'suspended',
  'refused',
]);

/** Whether a change request will fail or be suspended. */
function breaks(findings: Iterable<Finding>, broken: ReadonlySet<Planned>): boolean {
  for (const finding of findings) {
    if (BREAKING.has(weakened(finding, broken).outcome)) return true;
  }
  return false;
}

/** What a finding comes to if its cause will not go as planned, or if the order is not known. */
function weakened(
  { victim, cause, consequence: found }: Finding,
  broken: ReadonlySet<Planned>,
): ForecastConsequence {
  if (found.outcome === 'unknown') return found;
  if (victim.at === cause.at) return uncertain('order-unknown');
  return cause.at < victim.at && broken.has(cause) ? uncertain('cause-uncertain') : found;
}

const FORECAST_OF: Readonly<Record<ConsequenceOutcome, ForecastOutcome>> = {
  fails: 'fails',
  lost: 'fails',
  refused: 'fails',
  suspended: 'suspended',
  changed: 'changed',
  unknown: 'unknown',
  unaffected: 'as-planned',
};

function forecast(
  { changeRequest }: Planned,
  findings: readonly Finding[],
  broken: ReadonlySet<Planned>,
  isReadable: (projectId: string) => boolean,
): Forecast {
  const causes = findings.map((finding) => ({
    ...finding,
    consequence: weakened(finding, broken),
  }));
  const forecasts = new Set(causes.map((each) => FORECAST_OF[each.consequence.outcome]));
  const readable = causes.filter(({ cause }) => isReadable(cause.changeRequest.project));
  const worst = FORECASTS.find((each) => forecasts.has(each)) ?? 'as-planned';
  return {
    ...forecastWith(changeRequest, worst),
    causes: readable
      .toSorted((a, b) => compareListingPlaces(a.cause.place, b.cause.place))
      .slice(0, MAX_CAUSES)
      .map(causeOf),
    causeCount: causes.length,
    hiddenCauses: causes.length - readable.length,
  };
}

/** A forecast without causes. */
function forecastWith(changeRequest: ScheduledChangeRequest, outcome: ForecastOutcome): Forecast {
  const createdBy = authorOf(changeRequest);
  return {
    ...shown(changeRequest),
    ...(createdBy === undefined ? {} : { createdBy }),
    forecast: outcome,
    causes: [],
    causeCount: 0,
    hiddenCauses: 0,
  };
}

const causeOf = ({ cause, place, touch, consequence: found }: Finding): ForecastCause => ({
  ...shown(cause.changeRequest),
  ...placeOf(place),
  touch: placeOf(touch),
  consequence: found,
});

function shown({ project, id, environment, title, schedule }: ScheduledChangeRequest) {
  return {
    project,
    id,
    environment,
    ...(title === undefined ? {} : { title: shownTitle(title) }),
    ...(schedule === undefined ? {} : { schedule }),
  };
}

const placeOf = ({ path, action, feature }: Place): Place => ({
  path,
  ...(action === undefined ? {} : { action }),
  ...(feature === undefined ? {} : { feature }),
});
