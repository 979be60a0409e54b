import type { CallOptions, ScheduledChangeRequest, Target } from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';
import { keyOf, type ListingPlace, scheduledAtOf, targetKey } from '@forewarn/record';
import { isPlanned, type Influence } from './effects-of.ts';
import { MAX_FORECAST_BYTES, MAX_FORECAST_READ, MAX_VICTIMS_READ } from './forecast-reader.ts';
import { MAX_EFFECTIVE } from './forecast.ts';
import { Planned } from './planned.ts';
import type { InfluencesAsked, StoredSchedule } from './stored-schedule.ts';
import {
  changedFeatures,
  childrenOf,
  removesDependency,
  type Touched,
  touchedBy,
} from './touched-by.ts';

const encoder = new TextEncoder();

interface ReadScope {
  /** Only from this time on, in milliseconds since 1970. */
  readonly now: number;
  /** How many change requests are read beside those that are stored. Default: 0. */
  readonly editCount?: number;
}

/** A change request that is read instead of the stored one, or is not stored. */
interface Edited {
  readonly before?: ScheduledChangeRequest;
  readonly after?: ScheduledChangeRequest;
}

/** A change request that was read, and its size. */
interface Read {
  readonly planned: Planned;
  readonly bytes: number;
}

/** The part of a schedule that was read: each once, within the limits of a forecast. */
export class ReadSchedule {
  readonly now: number;
  readonly #stored: StoredSchedule;
  readonly #pause: ReturnType<typeof timeSlices>;
  /** With each edit, one of those with an effect can come, or one before the last can go. */
  readonly #maxEffective: number;
  #read = new Map<string, Read>();
  /** What was read in vain for more change requests: it need not be read again. */
  #readBefore: ReadonlyMap<string, Read> = new Map();
  readonly #lists = new Map<string, readonly ListingPlace[]>();
  #explained = new Set<Planned>();
  #bytes = 0;

  constructor(stored: StoredSchedule, { now, editCount = 0 }: ReadScope, { signal }: CallOptions) {
    this.now = now;
    this.#stored = stored;
    this.#pause = timeSlices(signal);
    this.#maxEffective = MAX_EFFECTIVE + 1 + editCount;
  }

  /** All that is read. */
  get scheduled(): readonly ScheduledChangeRequest[] {
    return [...this.#read.values()].map(({ planned }) => planned.changeRequest);
  }

  /** Adds what is edited. Returns those that are going to be applied, before and after. */
  add(edited: readonly Edited[], named: readonly ScheduledChangeRequest[]): readonly Planned[] {
    for (const each of named) this.#keep(readOf(each));
    const before = edited.flatMap((each) => (each.before ? [keyOf(each.before)] : []));
    const after = edited.flatMap((each) => (each.after ? [new Planned(each.after)] : []));
    return [...this.plannedAt(before), ...after.filter((each) => this.#isAhead(each))];
  }

  /** Returns those that were read and are going to be applied. */
  plannedAt(keys: readonly string[]): readonly Planned[] {
    return keys
      .map((key) => this.#read.get(key)?.planned)
      .filter((each) => each !== undefined)
      .filter((each) => this.#isAhead(each));
  }

  /** Reads those at places. Returns those that are going to be applied; undefined if that is too much. */
  async plannedIn(places: readonly ListingPlace[]): Promise<readonly Planned[] | undefined> {
    const keyed = new Map(places.map((place) => [keyAt(place), place]));
    const isUnread = ([key]: readonly [string, unknown]): boolean => !this.#read.has(key);
    const added = [...keyed].filter(isUnread);
    if (this.#read.size + added.length > MAX_FORECAST_READ) return undefined;
    for (const [key] of added) this.#keep(this.#readBefore.get(key));
    const unread = added.filter(isUnread).map(([, place]) => place);
    const room = MAX_FORECAST_BYTES - this.#bytes;
    const bodies = unread.length === 0 ? [] : await this.#stored.read(unread, room);
    // One that can't be read might matter.
    if (bodies === undefined || bodies.length < unread.length) return undefined;
    for (const body of bodies) {
      await this.#pause();
      this.#keep(readOf(body));
    }
    return this.#bytes > MAX_FORECAST_BYTES ? undefined : this.plannedAt([...keyed.keys()]);
  }

  /**
   * Returns the soonest of each target; undefined if that is too much. Few have an influence on most targets, so that one call finds
   * those of many.
   *
   * @param given with the maximum per target, if it is less than what is too much
   * @param fromOf from when on those of a target matter, by its index
   */
  async placesOf(
    given: Omit<InfluencesAsked, 'limit'> & Partial<InfluencesAsked>,
    fromOf = (_index: number): number => given.from,
  ): Promise<readonly (readonly ListingPlace[])[] | undefined> {
    const max = given.how === 'touch' ? MAX_VICTIMS_READ : MAX_FORECAST_READ;
    const asked = { limit: max + 1, ...given };
    const lists: (readonly ListingPlace[])[] = [];
    for (let start = 0; start < asked.targets.length; start += AT_ONCE) {
      await this.#pause();
      const targets = asked.targets.slice(start, start + AT_ONCE);
      lists.push(...(await this.#stored.soonest({ ...asked, targets, limit: FEW })));
    }
    for (const [index, target] of asked.targets.entries()) {
      if (lists[index]?.length !== FEW) continue;
      await this.#pause();
      const all = { ...asked, targets: [target], from: fromOf(index) };
      const [found = []] = await this.#stored.soonest(all);
      if (found.length > max) return undefined;
      lists[index] = found;
    }
    return lists;
  }

  /**
   * Reads change requests and what decides how they will go: as many of the first as are not too much, but at least one.
   * `scheduled` is undefined if that one is.
   */
  async firstWithCauses(places: readonly ListingPlace[]) {
    for (let count = places.length; ; count = Math.ceil(count / 2)) {
      this.#readBefore = this.#read;
      this.#read = new Map();
      this.#explained = new Set();
      this.#bytes = 0;
      const some = places.slice(0, count);
      const planned = await this.plannedIn(some);
      const isRead = planned !== undefined && (await this.addCausesOf(planned));
      if (isRead) return { places: some, scheduled: this.scheduled };
      if (count <= 1) return { places: some, scheduled: undefined };
    }
  }

  /** Returns those of the change requests at places that another one may affect; all of them if that is too much to read. */
  async affected(places: readonly ListingPlace[]): Promise<readonly ListingPlace[]> {
    const planned = await this.plannedIn(places);
    if (planned === undefined) return places;
    const touched = touchedBy(planned);
    const isListed =
      (await this.#list('effect', [...touched.values()])) &&
      (await this.#list('dependency', changedFeatures(touched)));
    if (!isListed) return places;
    return planned.filter((each) => this.#isAffected(each)).map(({ place }) => place);
  }

  #isAffected({ place, at, targets, influences }: Planned): boolean {
    const others = (how: 'effect' | 'dependency', target: Target) =>
      this.#known(how, target).filter((each) => keyAt(each) !== keyAt(place));
    const isChanged = (target: Target): boolean =>
      others('effect', target).some(({ scheduledAt }) => scheduledAt <= at);
    const isReleased = ({ target, isEffective }: Influence): boolean =>
      isEffective && others('dependency', target).length > 0;
    return targets.some(isChanged) || influences.some(isReleased);
  }

  /**
   * Reads what affects change requests, and what affects an earlier one of these: whether that goes as planned matters. Reads what
   * changes a feature before its dependency is removed, too, or until its dependency affects one. Returns whether that is not too
   * much.
   */
  async addCausesOf(planned: readonly Planned[]): Promise<boolean> {
    const removals = new Set(planned.filter(removesDependency));
    const children = new Map<string, Pick<Touched, 'target' | 'last'>>();
    for (let frontier = planned; frontier.length > 0;) {
      const touched = touchedBy(frontier);
      for (const each of frontier) this.#explained.add(each);
      const found = await this.#causesOf(touched);
      const read = found && (await this.plannedIn([...found.places]));
      if (read === undefined) return false;
      for (const each of read) if (removesDependency(each)) removals.add(each);
      for (const { target, last } of read.flatMap((each) => childrenOf(each, touched))) {
        const known = children.get(targetKey(target))?.last ?? last;
        children.set(targetKey(target), { target, last: Math.max(known, last) });
      }
      frontier = this.plannedAt([...(found?.earlier ?? [])]).filter(
        (each) => !this.#explained.has(each),
      );
    }
    const released = [...touchedBy([...removals]).values()].filter(
      ({ firstChange }) => firstChange < Infinity,
    );
    const changed = [...released, ...children.values()];
    if (!(await this.#list('effect', changed))) return false;
    const places = changed.flatMap(({ target, last }) =>
      this.#known('effect', target).filter(({ scheduledAt }) => scheduledAt <= last),
    );
    return (await this.plannedIn(places)) !== undefined;
  }

  async #causesOf(touched: ReadonlyMap<string, Touched>) {
    const targets = [...touched.values()];
    const changed = changedFeatures(touched);
    const isRead =
      (await this.#list('effect', targets)) && (await this.#list('dependency', changed));
    if (!isRead) return undefined;
    const places = new Set<ListingPlace>();
    const earlier = new Set<string>();
    for (const { target, last } of targets) {
      await this.#pause();
      for (const place of this.#known('effect', target)) {
        if (place.scheduledAt > last) break;
        places.add(place);
        if (place.scheduledAt < last) earlier.add(keyAt(place));
      }
    }
    for (const { target, last } of changed) {
      for (const place of this.#known('dependency', target)) {
        places.add(place);
        if (place.scheduledAt < last) earlier.add(keyAt(place));
      }
    }
    return { places, earlier };
  }

  async #list(
    how: 'effect' | 'dependency',
    touched: readonly Pick<Touched, 'target'>[],
  ): Promise<boolean> {
    const targets = touched
      .map(({ target }) => target)
      .filter((target) => !this.#lists.has(listKey(how, target)));
    const limit = how === 'effect' ? { limit: this.#maxEffective } : {};
    const found = await this.placesOf({ targets, how, from: this.now, ...limit });
    if (found === undefined) return false;
    for (const [index, target] of targets.entries()) {
      this.#lists.set(listKey(how, target), found[index] ?? []);
    }
    return true;
  }

  #known(how: 'effect' | 'dependency', target: Target): readonly ListingPlace[] {
    return this.#lists.get(listKey(how, target)) ?? [];
  }

  #keep(read: Read | undefined): void {
    if (read === undefined) return;
    this.#read.set(keyOf(read.planned.changeRequest), read);
    this.#bytes += read.bytes;
  }

  #isAhead({ changeRequest }: Planned): boolean {
    return isPlanned(changeRequest) && scheduledAtOf(changeRequest) >= this.now;
  }
}

const readOf = (changeRequest: ScheduledChangeRequest): Read => ({
  planned: new Planned(changeRequest),
  bytes: encoder.encode(JSON.stringify(changeRequest)).length,
});

/** As many as have an influence on most targets. */
const FEW = 100;

/** Maximum targets that a store is asked for at once. */
const AT_ONCE = 200;

const listKey = (how: string, target: Target): string => `${how} ${targetKey(target)}`;

/** Returns the key of the change request at a place. */
export const keyAt = ({ projectId, id }: ListingPlace): string => keyOf({ project: projectId, id });
