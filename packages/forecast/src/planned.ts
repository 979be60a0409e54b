import {
  type ChangeLocation,
  readingsIn,
  type ScheduledChangeRequest,
  type Target,
  targetsOf,
  type Touch,
  touchesIn,
} from '@forewarn/core';
import { type ListingPlace, listingPlaceOf, targetKey } from '@forewarn/record';
import {
  type Effect,
  effectsOf,
  type Influence,
  influencesOf,
  isInfluenced,
} from './effects-of.ts';

/** A change request that is going to be applied. */
export class Planned {
  readonly changeRequest: ScheduledChangeRequest;
  readonly place: ListingPlace;
  /** Those that others can have an influence on. */
  readonly targets: readonly Target[];
  readonly influences: readonly Influence[];
  #explained: Pick<Planned, 'touches' | 'effects'> | undefined;
  #parents: ReadonlyMap<string, string> | undefined;
  #positions: ReadonlyMap<string, number> | undefined;
  #touchesOn: ReadonlyMap<string, readonly Touch[]> | undefined;

  constructor(changeRequest: ScheduledChangeRequest) {
    const readings = readingsIn(changeRequest);
    this.changeRequest = changeRequest;
    this.place = listingPlaceOf(changeRequest);
    this.targets = targetsOf(changeRequest, readings).filter(isInfluenced);
    this.influences = influencesOf(changeRequest, readings);
  }

  get touches(): readonly Touch[] {
    return this.#explain().touches;
  }

  get effects(): readonly Effect[] {
    return this.#explain().effects;
  }

  // It takes far more memory than the rest, for thousands that are only read.
  #explain(): Pick<Planned, 'touches' | 'effects'> {
    if (this.#explained === undefined) {
      const readings = readingsIn(this.changeRequest);
      const touches = touchesIn(this.changeRequest, readings);
      this.#explained = { touches, effects: effectsOf(this.changeRequest, readings) };
    }
    return this.#explained;
  }

  get at(): number {
    return this.place.scheduledAt;
  }

  /** Returns the touches of a target, by its `targetKey`. */
  touchesOn(key: string): readonly Touch[] {
    this.#touchesOn ??= Map.groupBy(this.touches, ({ target }) => targetKey(target));
    return this.#touchesOn.get(key) ?? [];
  }

  /** The parents that its changes name, by path. */
  get parents(): ReadonlyMap<string, string> {
    this.#parents ??= new Map(
      this.touches.flatMap(({ target, feature, path }) =>
        target.kind === 'feature' && target.name !== feature ? [[path, target.name]] : [],
      ),
    );
    return this.#parents;
  }

  /** The position of a change among all, as they are listed. */
  positionOf({ path }: ChangeLocation): number {
    this.#positions ??= new Map(this.touches.map((touch, index) => [touch.path, index]));
    return this.#positions.get(path) ?? 0;
  }
}
