import assert from 'node:assert/strict';
import type { EventWithoutStamp } from './events-during.ts';

/** Each event must start from what the event before it left behind; the first from what stood before it. */
export function assertOneAfterTheOther(
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
 * The same for the events of change requests of one project, by id. Answers what is left behind of each id, whose event
 * was the last of it.
 */
export function assertEachOneAfterTheOther(
  events: readonly EventWithoutStamp[],
): readonly EventWithoutStamp['data'][] {
  const ofIds = Map.groupBy(events, ({ data, preData }) => {
    const said = data ?? preData;
    return said !== null && 'id' in said ? Number(said.id) : undefined;
  });
  for (const ofId of ofIds.values()) assertOneAfterTheOther(ofId);
  return [...ofIds.keys()]
    .toSorted((a = -1, b = -1) => a - b)
    .flatMap((id) => ofIds.get(id)?.at(-1)?.data ?? []);
}
