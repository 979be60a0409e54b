import {
  type ChangeLocation,
  readingsIn,
  type ScheduledChangeRequest,
  type Touch,
  touchesIn,
} from '@forewarn/core';
import { type ListingPlace, listingPlaceOf } from '@forewarn/record';
import { type Effect, effectsOf, type Influence, influencesOf } from './effects-of.ts';

/** A change request that is going to be applied. */
export class Planned {
  readonly changeRequest: ScheduledChangeRequest;
  readonly place: ListingPlace;
  readonly touches: readonly Touch[];
  readonly effects: readonly Effect[];
  readonly influences: readonly Influence[];
  #parents: ReadonlyMap<string, string> | undefined;
  #positions: ReadonlyMap<string, number> | undefined;

  constructor(changeRequest: ScheduledChangeRequest) {
    // What follows from its readings is all that is kept: they take as much memory as the rest, for thousands of these.
    const readings = readingsIn(changeRequest);
    this.changeRequest = changeRequest;
    this.place = listingPlaceOf(changeRequest);
    this.touches = touchesIn(changeRequest, readings);
    this.effects = effectsOf(changeRequest, readings);
    this.influences = influencesOf(changeRequest, readings);
  }

  get at(): number {
    return this.place.scheduledAt;
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
