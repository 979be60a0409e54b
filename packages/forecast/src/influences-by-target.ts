import { type ChangeLocation, targetValue } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import type { Effect } from './effects-of.ts';
import { MAX_EFFECTIVE } from './forecast.ts';
import type { InSteps } from './in-steps.ts';
import type { Planned } from './planned.ts';

/** The influences on one target, the soonest first. */
class TargetInfluences {
  readonly effective: {
    readonly cause: Planned;
    readonly effects: readonly Effect[];
    /** Its position among all with an effect on the target. */
    readonly rank: number;
  }[] = [];
  readonly dependencies: Planned[] = [];
  #parent: ParentChanges | undefined;
  readonly #removedAt: ReadonlyMap<string, number>;

  /** @param removedAt the soonest time at which each dependency is removed */
  constructor(removedAt: ReadonlyMap<string, number>) {
    this.#removedAt = removedAt;
  }

  /** Whether an earlier one removes the dependency that a change removes. */
  isRemovedBefore(cause: Planned, touch: ChangeLocation): boolean {
    return (this.#removedAt.get(dependencyKey(cause, touch)) ?? Infinity) < cause.at;
  }

  /** The changes of the parent of a feature. */
  get parent(): ParentChanges {
    this.#parent ??= new ParentChanges(this.effective);
    return this.#parent;
  }

  /** Returns those of one change request. The changes of the parent, and the removals, stay those of all. */
  onlyOf(cause: Planned): TargetInfluences {
    const only = new TargetInfluences(this.#removedAt);
    only.effective.push(...this.effective.filter((each) => each.cause === cause));
    only.dependencies.push(...this.dependencies.filter((each) => each === cause));
    only.#parent = this.parent;
    return only;
  }
}

/** A dependency that a change removes: of any parent if it names none. */
const dependencyKey = ({ parents }: Planned, { feature, path }: ChangeLocation): string =>
  JSON.stringify([feature, parents.get(path)]);

/** The intents after which a feature has another parent, or none: Unleash removes the dependencies of what it archives. */
const CHANGES_PARENT: ReadonlySet<Effect['intent']> = new Set([
  'become-child',
  'lose-parent',
  'archive',
]);

export interface ParentChange {
  readonly cause: Planned;
  readonly effect: Effect;
}

/** What such a change affects. */
interface Affected {
  readonly victim: Planned;
  readonly touch: ChangeLocation;
  /** The dependency that it needs to be there, of any parent if it names none; absent if it needs it not to be there. */
  readonly needed: { readonly parent: string | undefined } | undefined;
}

/** Whether two changes may be about the same parent: one that can't be seen may be any. */
const maybeSame = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

/** Whether two changes may be about different parents. */
const maybeOther = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || one !== other;

/** When the parent of a feature is going to change. */
class ParentChanges {
  readonly #changes: ParentChange[] = [];
  readonly #firstAfter = new Map<Effect, Map<string, number>>();
  readonly #changedAt: number = Infinity;
  /** The soonest time of each parent that it gets, the soonest first; that of those that can't be seen is undefined. */
  readonly #gotAt = new Map<string | undefined, number>();

  constructor(effective: TargetInfluences['effective']) {
    for (const { cause, effects } of effective.slice(0, MAX_EFFECTIVE)) {
      for (const effect of effects) {
        const { intent, parent } = effect;
        if (!CHANGES_PARENT.has(intent)) continue;
        this.#changes.push({ cause, effect });
        this.#changedAt = Math.min(this.#changedAt, cause.at);
        if (intent === 'become-child' && !this.#gotAt.has(parent))
          this.#gotAt.set(parent, cause.at);
      }
    }
  }

  /** Whether one that it loses later may not be its parent yet, or no longer. */
  mayDiffer(parent: string | undefined, at: number, lostAt: number): boolean {
    return this.#changedAt <= at || this.#firstGetting(parent) <= lostAt;
  }

  /** Whether another change may undo one of these, or its other end, before it affects something. */
  mayUndo(change: ParentChange, { victim, touch, needed }: Affected): boolean {
    const { feature } = change.effect;
    for (let next = this.#indexAfter(change, needed); ; next += 1) {
      const later = this.#changes[next];
      if (later === undefined || later.cause.at > victim.at) return false;
      if (!undoes(later.effect, change.effect, needed)) continue;
      // Of one feature, a change request's changes are applied in their order.
      const isBefore =
        later.cause !== victim ||
        touch.feature !== feature ||
        victim.positionOf(later.effect) < victim.positionOf(touch);
      if (isBefore) return true;
    }
  }

  /** Finds the first change that may undo another one, by any change request. */
  #indexAfter({ cause, effect }: ParentChange, needed: Affected['needed']): number {
    const known = this.#firstAfter.get(effect) ?? new Map<string, number>();
    this.#firstAfter.set(effect, known);
    const key = JSON.stringify(needed);
    const found =
      known.get(key) ??
      this.#changes.findIndex(
        (later) =>
          later.cause.at >= cause.at &&
          (later.cause !== cause || cause.positionOf(later.effect) > cause.positionOf(effect)) &&
          undoes(later.effect, effect, needed),
      );
    known.set(key, found);
    return found === -1 ? this.#changes.length : found;
  }

  #firstGetting(parent: string | undefined): number {
    const [soonest = Infinity] = this.#gotAt.values();
    if (parent === undefined) return soonest;
    return Math.min(...[parent, undefined].map((each) => this.#gotAt.get(each) ?? Infinity));
  }
}

/** Whether a change of a feature's parent may undo another one. */
function undoes(later: Effect, effect: Effect, needed: Affected['needed']): boolean {
  const isGetting = later.intent === 'become-child';
  if (needed !== undefined) return isGetting && maybeSame(later.parent, needed.parent);
  const parent = effect.intent === 'become-parent' ? targetValue(effect.target) : effect.parent;
  if (isGetting) return maybeOther(later.parent, parent);
  return later.intent === 'archive' || maybeSame(later.parent, parent);
}

export type ByTarget = ReadonlyMap<string, TargetInfluences>;

/** Returns the influences on each target. */
export function* influencesByTarget(planned: readonly Planned[]): InSteps<ByTarget> {
  const byTarget = new Map<string, TargetInfluences>();
  const removedAt = new Map<string, number>();
  for (const cause of planned) {
    yield;
    for (const touch of cause.touches) {
      if (touch.action !== 'deleteDependency') continue;
      const key = dependencyKey(cause, touch);
      removedAt.set(key, Math.min(cause.at, removedAt.get(key) ?? Infinity));
    }
    const effectsOn = Map.groupBy(cause.effects, ({ target }) => targetKey(target));
    for (const { target, isEffective, hasDependency } of cause.influences) {
      const key = targetKey(target);
      const influences = byTarget.get(key) ?? new TargetInfluences(removedAt);
      if (isEffective) {
        const rank = influences.effective.length;
        influences.effective.push({ cause, effects: effectsOn.get(key) ?? [], rank });
      }
      if (hasDependency) influences.dependencies.push(cause);
      byTarget.set(key, influences);
    }
  }
  return byTarget;
}

/** Returns only the influences of one change request. */
export function influencesOnlyOf(cause: Planned, byTarget: ByTarget): ByTarget {
  const keys = cause.influences.map(({ target }) => targetKey(target));
  return new Map(
    keys.flatMap((key) => {
      const influences = byTarget.get(key);
      return influences === undefined ? [] : [[key, influences.onlyOf(cause)]];
    }),
  );
}
