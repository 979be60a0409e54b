import { type Target, type TargetKind, targetValue } from '@forewarn/core';

/** The ids of change requests by the targets they touch: a search looks up, it never scans. */
export class TargetIndex {
  // Ids in ascending order. A record by kind, so that a new kind of target doesn't compile until it is here.
  readonly #ids: Readonly<Record<TargetKind, Map<string, number[]>>> = {
    feature: new Map(),
    strategy: new Map(),
    featureVariants: new Map(),
    segment: new Map(),
    strategyDefinition: new Map(),
  };

  add(id: number, targets: readonly Target[]): void {
    for (const target of targets) {
      const byValue = this.#ids[target.kind];
      const value = targetValue(target);
      const ids = byValue.get(value);
      if (ids === undefined) byValue.set(value, [id]);
      else ids.splice(positionOf(id, ids), 0, id);
    }
  }

  remove(id: number, targets: readonly Target[]): void {
    for (const target of targets) {
      const byValue = this.#ids[target.kind];
      const value = targetValue(target);
      const ids = byValue.get(value);
      if (ids?.length === 1) byValue.delete(value);
      else ids?.splice(positionOf(id, ids), 1);
    }
  }

  /** The ids of those that touch any of the targets, ascending, each once. */
  findAny(anyOf: readonly Target[]): readonly number[] {
    const lists = anyOf.flatMap((target) => {
      const ids = this.#ids[target.kind].get(targetValue(target));
      return ids === undefined ? [] : [ids];
    });
    const [first, ...others] = lists;
    if (first === undefined) return [];
    if (others.length === 0) return first;
    return [...new Set(lists.flat())].toSorted((a, b) => a - b);
  }
}

function positionOf(id: number, ascending: readonly number[]): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as number) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}
