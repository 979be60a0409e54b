import type { ChangeLocation, Touch } from '@forewarn/core';
import { by, consequenceOf, type ConsequenceOutcome, type ConsequenceRule } from '@forewarn/impact';
import { targetKey } from '@forewarn/record';
import { type Effect, isOfDependency } from './effects-of.ts';
import {
  AFTER_REMOVAL,
  REMOVED_BEFORE,
  UNCERTAINTY_WORDS,
  UNDONE_WORDS,
} from './forecast-words.ts';
import {
  type ForecastConsequence,
  type ForecastOutcome,
  MAX_EFFECTIVE,
  type UncertaintyRule,
} from './forecast.ts';
import type { Planned } from './planned.ts';
import type { ByTarget, ParentChange } from './influences-by-target.ts';

/** What one change of a change request does to one change of another, as if it went as planned itself. */
export interface Conflict {
  readonly touch: ChangeLocation;
  readonly cause: Planned;
  readonly location: ChangeLocation;
  readonly consequence: ForecastConsequence;
}

/**
 * Finds what affects a change request, and what it needs to go as planned, which is `unaffected`. Yields undefined now and then.
 */
export function* conflictsOn(
  victim: Planned,
  byTarget: ByTarget,
  isWanted: (cause: Planned) => boolean = () => true,
): Generator<Conflict | undefined> {
  for (const touch of victim.touches) {
    yield;
    const effective = byTarget.get(targetKey(touch.target))?.effective ?? [];
    const consequences = new ConsequencesOf(victim, touch);
    for (const { cause, effects, rank } of effective) {
      if (cause.at > victim.at || rank > MAX_EFFECTIVE) break;
      if (cause === victim || !isWanted(cause)) continue;
      for (const effect of effects) {
        const known =
          rank === MAX_EFFECTIVE ? uncertain('too-many-effects') : consequences.of(effect);
        const isUndone =
          known.outcome === 'fails' && mayBeUndone({ cause, effect }, { victim, touch }, byTarget);
        const found = isUndone ? { ...uncertain('dependency-uncertain'), ...UNDONE_WORDS } : known;
        // What it removes is there only if the earlier one goes as planned.
        const isNeeded = effect.intent === 'become-child' && isRemoval(touch);
        if (isNeeded || (found.outcome !== 'unaffected' && found.outcome !== 'refused')) {
          yield { touch, cause, location: effect, consequence: found };
        }
      }
    }
  }
  for (const effect of victim.effects) yield* refusalsOf(victim, effect, byTarget, isWanted);
}

/** What effects on the target of a touch do to its change request. Effects of the same intent do the same. */
class ConsequencesOf {
  readonly #victim: Planned;
  readonly #touch: Touch;
  readonly #known = new Map<string, ForecastConsequence>();

  constructor(victim: Planned, touch: Touch) {
    this.#victim = victim;
    this.#touch = touch;
  }

  of(effect: Effect): ForecastConsequence {
    if (isRemoval(this.#touch)) {
      const rule = ruleForRemoval(effect, this.#victim.parents.get(this.#touch.path));
      const isRemoved = rule === 'dependency-gone' && effect.intent === 'lose-parent';
      if (rule !== undefined) return isRemoved ? { ...by(rule), why: REMOVED_BEFORE } : by(rule);
    }
    const key = `${effect.intent} ${effect.inEnvironment}`;
    const known = this.#known.get(key) ?? consequence(effect, this.#touch, this.#victim);
    this.#known.set(key, known);
    return known;
  }
}

/** Whether a touch is that of a feature which loses its parent. */
const isRemoval = ({ action, target, feature }: Touch): boolean =>
  action === 'deleteDependency' && target.kind === 'feature' && target.name === feature;

/** Returns what the effect on a feature's dependency does to the removal of one; undefined for other effects. */
function ruleForRemoval(
  { intent, parent }: Effect,
  removed: string | undefined,
): ConsequenceRule | undefined {
  // Unleash's page names no parent: that removes the one there is.
  const isOther = parent !== undefined && removed !== undefined && parent !== removed;
  if (intent === 'become-child') return isOther ? 'dependency-gone' : 'still-applies';
  if (intent === 'lose-parent') return isOther ? 'still-applies' : 'dependency-gone';
  return undefined;
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
  if (intent === 'lose-parent') return by('still-applies');
  const found = consequenceOf({ ...effect, intent }, touch, changeRequest);
  // Unleash refuses it to people, and not to a change request.
  return found.rule === 'included-segment-deleted' ? by('segment-deleted') : found;
}

export const FORECAST_OF: Readonly<Record<ConsequenceOutcome, ForecastOutcome>> = {
  fails: 'fails',
  lost: 'fails',
  refused: 'fails',
  suspended: 'suspended',
  changed: 'changed',
  unknown: 'unknown',
  unaffected: 'as-planned',
};

/** The consequence that is not known, by a rule that only forecasts have. One object each: very many conflicts have it. */
export function uncertain(rule: UncertaintyRule): ForecastConsequence {
  const known = UNCERTAIN.get(rule);
  if (known !== undefined) return known;
  const made = { outcome: 'unknown', rule, evidence: 'none', ...UNCERTAINTY_WORDS[rule] } as const;
  UNCERTAIN.set(rule, made);
  return made;
}

const UNCERTAIN = new Map<UncertaintyRule, ForecastConsequence>();

/** Whether what one does to a dependency may be undone before it affects another one. */
function mayBeUndone(
  { cause, effect }: ParentChange,
  { victim, touch }: { readonly victim: Planned; readonly touch: Touch },
  byTarget: ByTarget,
): boolean {
  const child = effect.feature;
  // At the same time, the order is not known anyway.
  if (!isOfDependency(effect) || child === undefined || cause.at === victim.at) return false;
  const influences = byTarget.get(targetKey({ kind: 'feature', name: child }));
  const needed = isRemoval(touch) ? { parent: victim.parents.get(touch.path) } : undefined;
  return influences?.parent.mayUndo({ cause, effect }, { victim, touch, needed }) === true;
}

/** Finds the dependencies for which Unleash refuses an effect, also those that are removed before. */
function* refusalsOf(
  victim: Planned,
  effect: Effect,
  byTarget: ByTarget,
  isWanted: (cause: Planned) => boolean,
): Generator<Conflict | undefined> {
  const { intent, target } = effect;
  if (intent === undefined || intent === 'lose-parent') return;
  const key = targetKey(target);
  const influences = byTarget.get(key);
  for (const cause of influences?.dependencies ?? []) {
    if (cause === victim || !isWanted(cause)) continue;
    yield;
    for (const touch of cause.touchesOn(key)) {
      const found = consequenceOf({ ...effect, intent }, touch, cause.changeRequest);
      if (found.outcome !== 'refused') continue;
      // Whether an earlier one removes it decides.
      if (influences?.isRemovedBefore(cause, touch) === true) continue;
      const refused = refusal(found, { victim, cause, touch }, byTarget);
      yield { touch: effect, cause, location: touch, consequence: refused };
    }
  }
}

/** Returns what it means that Unleash refuses an effect until a dependency is removed: nothing once that went as planned. */
function refusal(
  refused: ForecastConsequence,
  { victim, cause, touch }: Pick<Conflict, 'cause'> & { victim: Planned; touch: Touch },
  byTarget: ByTarget,
): ForecastConsequence {
  if (cause.at < victim.at) return by('still-applies');
  const isThere = existsBefore(victim, cause, touch, byTarget);
  return isThere ? { ...refused, next: AFTER_REMOVAL } : uncertain('dependency-uncertain');
}

/** Whether the dependency that a change removes is there before: nothing else that is planned makes or removes it. */
function existsBefore(
  { at }: Planned,
  cause: Planned,
  { feature: child, path }: Touch,
  byTarget: ByTarget,
): boolean {
  // At the same time, the order is not known anyway.
  if (child === undefined || cause.at === at) return true;
  const influences = byTarget.get(targetKey({ kind: 'feature', name: child }));
  return influences?.parent.mayDiffer(cause.parents.get(path), at, cause.at) !== true;
}
