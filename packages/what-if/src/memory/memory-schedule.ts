import type { ChangeRequestKey } from '@forewarn/core';
import { isPlannedFrom, plannedIn, plannedKeys } from '@forewarn/forecast/memory';
import { compareListingPlaces, keyOf, targetKey } from '@forewarn/record';
import { bytesOf, type KeptChangeRequest, type MemoryState, parsed } from '@forewarn/store-memory';
import type { PlansAsked, StoredSchedule } from '../stored-schedule.ts';

/** Returns the schedule as it is now: what is kept of a change request never changes. */
export function memorySchedule(state: MemoryState, now: number): StoredSchedule {
  const kept = state.projectsIn().flatMap(({ changeRequests }) => [...changeRequests.values()]);
  const byKey = new Map(kept.map((each) => [keyOf(each), each]));
  const planned = kept
    .filter(isPlannedFrom(now))
    .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
  const lists = {
    touch: listsOf(planned, (each) => plannedIn(each).targets),
    effect: listsOf(planned, (each) => plannedKeys(each, 'isEffective')),
    dependency: listsOf(planned, (each) => plannedKeys(each, 'hasDependency')),
  };
  return {
    read: async (keys, maxBytes) => {
      const found = keys.flatMap((key: ChangeRequestKey) => {
        const one = byKey.get(`${key.id} ${key.projectId}`);
        return one === undefined ? [] : [one];
      });
      const bytes = found.reduce((sum, { text }) => sum + bytesOf(text), 0);
      return bytes > maxBytes ? undefined : found.map(parsed);
    },
    soonest: async ({ targets, how, from, limit }: PlansAsked) =>
      targets.map((target) =>
        (lists[how].get(targetKey(target)) ?? [])
          .filter(({ entry }) => entry.scheduledAt >= from)
          .slice(0, limit)
          .map(({ entry: { scheduledAt, projectId, id } }) => ({ scheduledAt, projectId, id })),
      ),
  };
}

/** Groups change requests by the keys of targets, in their order. */
function listsOf(
  planned: readonly KeptChangeRequest[],
  targetsOf: (kept: KeptChangeRequest) => readonly string[],
): ReadonlyMap<string, readonly KeptChangeRequest[]> {
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
