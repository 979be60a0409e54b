import { type Target, type TargetKind, targetValue } from '@forewarn/core';

/** An item of the index. */
export interface Indexed {
  readonly id: number;
}

/** An inverted index: change requests by the targets they touch. A search never scans. */
export class TargetIndex<Item extends Indexed> {
  // In ascending order of id. Most targets have one item, and a list for each would double the memory.
  // By kind, so that a new kind of target does not compile until it is listed here.
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
      const existing = byValue.get(value);
      if (existing === undefined) byValue.set(value, item);
      else if (Array.isArray(existing)) existing.splice(positionOf(item, existing), 0, item);
      else byValue.set(value, existing.id < item.id ? [existing, item] : [item, existing]);
    }
  }

  remove(item: Item, targets: readonly Target[]): void {
    for (const target of targets) {
      const byValue = this.#items[target.kind];
      const value = targetValue(target);
      const existing = byValue.get(value);
      if (!Array.isArray(existing)) {
        byValue.delete(value);
        continue;
      }
      existing.splice(positionOf(item, existing), 1);
      const [last] = existing;
      if (existing.length === 1 && last !== undefined) byValue.set(value, last);
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
    const existing = this.#items[target.kind].get(targetValue(target));
    if (existing === undefined) return [];
    return Array.isArray(existing) ? existing : [existing];
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
