import { compareListingPlaces, type ListingPlace } from '@forewarn/record';

/** The soonest of any number of items, by time, project and id. Items of one place stay in order. */
export class Soonest<Item> {
  readonly #max: number;
  readonly #placeOf: (item: Item) => ListingPlace;
  #items: Item[] = [];

  /** @param max how many are kept */
  constructor(max: number, placeOf: (item: Item) => ListingPlace) {
    this.#max = max;
    this.#placeOf = placeOf;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length > 10 * this.#max) this.#items = [...this.list()];
  }

  list(): readonly Item[] {
    return this.#items
      .toSorted((a, b) => compareListingPlaces(this.#placeOf(a), this.#placeOf(b)))
      .slice(0, this.#max);
  }
}
