import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { cutRoundRobin } from '@forewarn/platform';
import { compareListingPlaces, keyOf, type ListingPlace, targetKey } from '@forewarn/record';
import { bytesOf, type KeptChangeRequest, type MemoryState, parsed } from '@forewarn/store-memory';
import type { InfluencesAsked, StoredSchedule } from '../stored-schedule.ts';
import { isPlannedFrom, influencesIn, influencedKeys } from './influences-in.ts';

type Lists = ReadonlyMap<string, readonly KeptChangeRequest[]>;

/** The schedule as it is when this is made: what is kept of a change request never changes. */
export class MemorySchedule implements StoredSchedule {
  /** What is going to be applied, the soonest first. */
  readonly planned: readonly KeptChangeRequest[];
  readonly #byKey: ReadonlyMap<string, KeptChangeRequest>;
  readonly #lists: Readonly<Record<InfluencesAsked['how'], Lists>>;

  /** @param now milliseconds since 1970 */
  constructor(state: MemoryState, now: number) {
    const kept = state.projectsIn().flatMap(({ changeRequests }) => [...changeRequests.values()]);
    this.#byKey = new Map(kept.map((each) => [keyOf(each), each]));
    this.planned = kept
      .filter(isPlannedFrom(now))
      .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
    this.#lists = {
      touch: listsOf(this.planned, (each) => influencesIn(each).targets),
      effect: listsOf(this.planned, (each) => influencedKeys(each, 'isEffective')),
      dependency: listsOf(this.planned, (each) => influencedKeys(each, 'hasDependency')),
    };
  }

  async read(
    keys: readonly ChangeRequestKey[],
    maxBytes: number,
  ): Promise<readonly ScheduledChangeRequest[] | undefined> {
    const found = this.#keptAt(keys);
    const first = firstOf(found, maxBytes);
    return first.length < found.length ? undefined : first.map(parsed);
  }

  async readFirst(
    keys: readonly ChangeRequestKey[],
    maxBytes: number,
  ): Promise<readonly ScheduledChangeRequest[]> {
    return firstOf(this.#keptAt(keys), maxBytes).map(parsed);
  }

  async soonest({
    targets,
    how,
    from,
    limit,
  }: InfluencesAsked): Promise<readonly (readonly ListingPlace[])[]> {
    return targets.map((target) =>
      (this.#lists[how].get(targetKey(target)) ?? [])
        .filter((each) => at(each) >= from)
        .slice(0, limit)
        .map(placeOf),
    );
  }

  #keptAt(keys: readonly ChangeRequestKey[]): readonly KeptChangeRequest[] {
    return keys.flatMap(({ projectId, id }) => {
      return this.#byKey.get(keyOf({ project: projectId, id })) ?? [];
    });
  }

  /** Whether another one may affect a change request. */
  mayBeAffected(kept: KeptChangeRequest): boolean {
    const { effect, dependency } = this.#lists;
    return influencesIn(kept).targets.some((key) => {
      // One of the two may be this one.
      const soonest = effect.get(key)?.slice(0, 2) ?? [];
      const isReleased = dependency.get(key)?.some((each) => each !== kept) === true;
      return isReleased || soonest.some((each) => each !== kept && at(each) <= at(kept));
    });
  }
}

/** Returns the leading ones within a maximum of bytes, but at least one. */
const firstOf = (
  kept: readonly KeptChangeRequest[],
  maxBytes: number,
): readonly KeptChangeRequest[] =>
  cutRoundRobin([kept], ({ text }) => bytesOf(text), maxBytes)[0] ?? [];

const at = ({ entry }: KeptChangeRequest): number => entry.scheduledAt;

/** Returns the place of a change request. */
export const placeOf = ({
  entry: { scheduledAt, projectId, id },
}: KeptChangeRequest): ListingPlace => ({
  scheduledAt,
  projectId,
  id,
});

/** Groups change requests by the keys of targets, in their order. */
function listsOf(
  planned: readonly KeptChangeRequest[],
  targetsOf: (kept: KeptChangeRequest) => readonly string[],
): Lists {
  const lists = new Map<string, KeptChangeRequest[]>();
  for (const kept of planned) {
    for (const key of targetsOf(kept)) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [kept]);
      else list.push(kept);
    }
  }
  return lists;
}
