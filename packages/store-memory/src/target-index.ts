import { type Target, type TargetKind, targetValue } from '@forewarn/core';

/** An item of the index. */
export interface Indexed {
  readonly id: number;
}

/** Change requests by the targets they touch: a search looks up, it never scans. */
export class TargetIndex<Item extends Indexed> {
  // In ascending order of id. Most targets are touched by one: a list for each would take as much memory as all else.
  // A record by kind, so that a new kind of target doesn't compile until it is here.
  readonly #items: Readonly<Record<TargetKind, Map<string, Item | Item[]>>> = {
    feature: new Map(),
    strategy: new Map(),
    featureVariants: new Map(),
    segment: new Map(),
    strategyDefinition: new Map(),
  };

  add(item: Item, targets: readonly Target[]): void {
    for (const target of targets) {
      const byValue = this.#items[target.kind];
      const value = targetValue(target);
      const there = byValue.get(value);
      if (there === undefined) byValue.set(value, item);
      else if (Array.isArray(there)) there.splice(positionOf(item, there), 0, item);
      else byValue.set(value, there.id < item.id ? [there, item] : [item, there]);
    }
  }

  remove(item: Item, targets: readonly Target[]): void {
    for (const target of targets) {
      const byValue = this.#items[target.kind];
      const value = targetValue(target);
      const there = byValue.get(value);
      if (!Array.isArray(there)) {
        byValue.delete(value);
        continue;
      }
      there.splice(positionOf(item, there), 1);
      const [last] = there;
      if (there.length === 1 && last !== undefined) byValue.set(value, last);
    }
  }

  /** Returns the items that touch any of the targets, each once, in ascending order of id. */
  findAny(anyOf: readonly Target[]): readonly Item[] {
    const [only] = anyOf;
    if (only === undefined) return [];
    if (anyOf.length === 1) return this.#find(only);
    const found = new Set(anyOf.flatMap((target) => this.#find(target)));
    return [...found].toSorted((a, b) => a.id - b.id);
  }

  #find(target: Target): readonly Item[] {
    const there = this.#items[target.kind].get(targetValue(target));
    if (there === undefined) return [];
    return Array.isArray(there) ? there : [there];
  }
}

function positionOf({ id }: Indexed, ascending: readonly Indexed[]): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as Indexed).id < id) from = middle + 1;
    else to = middle;
  }
  return from;
}
