import type { Target } from '@forewarn/core';
import { targetKey } from '@forewarn/record';

/** An inverted index: change requests by the targets they touch. A search never scans. */
export class TargetIndex<Item extends { readonly id: number }> {
  readonly #items = new Map<string, Set<Item>>();

  add(item: Item, targets: readonly Target[]): void {
    for (const key of targets.map(targetKey)) {
      this.#items.set(key, (this.#items.get(key) ?? new Set()).add(item));
    }
  }

  remove(item: Item, targets: readonly Target[]): void {
    for (const key of targets.map(targetKey)) {
      const items = this.#items.get(key);
      items?.delete(item);
      if (items?.size === 0) this.#items.delete(key);
    }
  }

  /** Returns the items that touch any of the targets, each once, in ascending order of id. */
  findAny(anyOf: readonly Target[]): readonly Item[] {
    const found = new Set(
      anyOf.flatMap((target) => [...(this.#items.get(targetKey(target)) ?? [])]),
    );
    return [...found].toSorted((a, b) => a.id - b.id);
  }
}
