import { targetKey } from '@forewarn/record';
import type { Effect } from './effects-of.ts';
import { MAX_EFFECTIVE } from './forecast.ts';
import type { InSteps } from './in-steps.ts';
import type { Planned } from './planned.ts';

/** What is planned for one target, the soonest first. */
class PlannedFor {
  readonly effective: {
    readonly cause: Planned;
    readonly effects: readonly Effect[];
    /** Its position among all with an effect on the target. */
    readonly rank: number;
  }[] = [];
  readonly dependencies: Planned[] = [];
  #parent: ParentPlans | undefined;

  /** What is planned for the parent of a feature. */
  get parent(): ParentPlans {
    this.#parent ??= new ParentPlans(this.effective);
    return this.#parent;
  }

  /** The part that one change request plans. The parent of the feature stays what all plan. */
  onlyOf(cause: Planned): PlannedFor {
    const only = new PlannedFor();
    only.effective.push(...this.effective.filter((each) => each.cause === cause));
    only.dependencies.push(...this.dependencies.filter((each) => each === cause));
    only.#parent = this.parent;
    return only;
  }
}

/** The intents after which a feature has another parent, or none: Unleash removes the dependencies of what it archives. */
const CHANGES_PARENT: ReadonlySet<Effect['intent']> = new Set([
  'become-child',
  'lose-parent',
  'archive',
]);

/** When the parent of a feature is going to change. */
class ParentPlans {
  readonly #changedAt: number = Infinity;
  /** The soonest time of each parent that it gets, the soonest first; that of those that can't be seen is undefined. */
  readonly #gotAt = new Map<string | undefined, number>();

  constructor(effective: PlannedFor['effective']) {
    for (const { cause, effects } of effective.slice(0, MAX_EFFECTIVE)) {
      for (const { intent, parent } of effects) {
        if (!CHANGES_PARENT.has(intent)) continue;
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

  #firstGetting(parent: string | undefined): number {
    const [soonest = Infinity] = this.#gotAt.values();
    if (parent === undefined) return soonest;
    return Math.min(...[parent, undefined].map((each) => this.#gotAt.get(each) ?? Infinity));
  }
}

/** What is planned for each target. */
export type ByTarget = ReadonlyMap<string, PlannedFor>;

/** Returns what is planned for each target. */
export function* plansByTarget(planned: readonly Planned[]): InSteps<ByTarget> {
  const byTarget = new Map<string, PlannedFor>();
  for (const cause of planned) {
    yield;
    const effectsOn = Map.groupBy(cause.effects, ({ target }) => targetKey(target));
    for (const { target, isEffective, hasDependency } of cause.plans) {
      const key = targetKey(target);
      const plans = byTarget.get(key) ?? new PlannedFor();
      if (isEffective) {
        const rank = plans.effective.length;
        plans.effective.push({ cause, effects: effectsOn.get(key) ?? [], rank });
      }
      if (hasDependency) plans.dependencies.push(cause);
      byTarget.set(key, plans);
    }
  }
  return byTarget;
}

/** Returns the part that one change request plans. */
export function plansOnlyOf(cause: Planned, byTarget: ByTarget): ByTarget {
  const keys = cause.plans.map(({ target }) => targetKey(target));
  return new Map(
    keys.flatMap((key) => {
      const plans = byTarget.get(key);
      return plans === undefined ? [] : [[key, plans.onlyOf(cause)]];
    }),
  );
}
