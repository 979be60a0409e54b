import assert from 'node:assert/strict';
import type { Event } from '@forewarn/core/operator';
import { answerOf } from './answer-of.ts';
import type { StrategyDeletePorts } from './strategy-delete-ports.ts';

type Events = Pick<StrategyDeletePorts, 'events'>;

/** An event without what the store makes up: its id and time. */
export type EventWithoutStamp = Omit<Event, 'id' | 'createdAt'>;

/** All events, the newest first. */
export const allEvents = (store: Events): Promise<readonly Event[]> =>
  answerOf(store.events.list({ limit: 10_000 }));

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

function withoutStamp({ id, createdAt, ...content }: Event): EventWithoutStamp {
  assert.ok(Number.isSafeInteger(id), `the event id ${id} is a whole number`);
  assert.match(createdAt, ISO_UTC);
  assert.ok(Number.isFinite(Date.parse(createdAt)), `${createdAt} is a time`);
  return content;
}

/** The events that were recorded while something was done, the oldest first. The older ones must still stand. */
export async function eventsDuring(
  store: Events,
  act: () => Promise<unknown>,
): Promise<readonly EventWithoutStamp[]> {
  const before = await allEvents(store);
  await act();
  const after = await allEvents(store);
  const added = after.slice(0, after.length - before.length);
  assert.deepEqual(after.slice(added.length), before, 'the events of before still stand');
  return added.toReversed().map(withoutStamp);
}
