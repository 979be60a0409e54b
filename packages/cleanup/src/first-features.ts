import { compareBytes } from '@forewarn/record';
import { MAX_USING, type UsingFeatures } from './cleanup.ts';

/** Counts features, and keeps the names of the first ones: very many can use one definition. */
export class FirstFeatures implements Pick<UsingFeatures, 'features' | 'count'> {
  count = 0;
  #names: readonly string[] = [];
  #added: string[] = [];

  add(name: string): void {
    this.count += 1;
    this.#added.push(name);
    if (this.#added.length > MAX_USING) this.#sort();
  }

  /** In ascending byte order. */
  get features(): readonly string[] {
    this.#sort();
    return this.#names;
  }

  #sort(): void {
    this.#names = [...this.#names, ...this.#added].toSorted(compareBytes).slice(0, MAX_USING);
    this.#added = [];
  }
}
