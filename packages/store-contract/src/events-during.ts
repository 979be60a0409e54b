import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import type { Event, EventQuery } from '@forewarn/core/operator';
import { valueOf } from './value-of.ts';
import type { StrategyDeletePorts } from './strategy-delete-ports.ts';

type Events = Pick<StrategyDeletePorts, 'events'>;

/** An event without the id and time that the store assigns. */
export type EventWithoutStamp = Omit<Event, 'id' | 'createdAt'>;

/** All events, the newest first. */
export const allEvents = async (store: Events): Promise<readonly Event[]> =>
  (await valueOf(store.events.list({ limit: 10_000 }))).events;

/** The events of one page. */
export const eventsOf = async (
  store: Pick<Store, 'events'>,
  query: EventQuery,
): Promise<readonly Event[]> => (await valueOf(store.events.list(query))).events;

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

function withoutStamp({ id, createdAt, ...content }: Event): EventWithoutStamp {
  assert.ok(Number.isSafeInteger(id), `the event id ${id} is a whole number`);
  assert.match(createdAt, ISO_UTC);
  assert.ok(Number.isFinite(Date.parse(createdAt)), `${createdAt} is a time`);
  return content;
}

/** Returns the events that an action recorded, the oldest first. Earlier events must not change. */
export async function eventsDuring(
  store: Events,
  act: () => Promise<unknown>,
): Promise<readonly EventWithoutStamp[]> {
  const before = await allEvents(store);
  await act();
  const after = await allEvents(store);
  const added = after.slice(0, after.length - before.length);
  assert.deepEqual(after.slice(added.length), before, 'earlier events are unchanged');
  return added.toReversed().map(withoutStamp);
}
