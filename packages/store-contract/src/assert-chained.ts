import assert from 'node:assert/strict';
import type { EventWithoutStamp } from './events-during.ts';

/** Asserts that the `preData` of each event is the `data` of the one before it, and of the first `standing`. */
export function assertChained(
  events: readonly EventWithoutStamp[],
  standing: unknown = null,
): void {
  let left = standing;
  for (const { preData, data } of events) {
    assert.deepEqual(preData, left);
    left = data;
  }
}

/**
 * Does the same for the events of each change request of one project. Returns the `data` of the last event of each id.
 */
export function assertChainedById(
  events: readonly EventWithoutStamp[],
): readonly EventWithoutStamp['data'][] {
  const ofIds = Map.groupBy(events, ({ data, preData }) => {
    const changeRequest = data ?? preData;
    return changeRequest !== null && 'id' in changeRequest ? Number(changeRequest.id) : undefined;
  });
  for (const ofId of ofIds.values()) assertChained(ofId);
  return [...ofIds.keys()]
    .toSorted((a = -1, b = -1) => a - b)
    .flatMap((id) => ofIds.get(id)?.at(-1)?.data ?? []);
}
