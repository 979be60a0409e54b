import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { Event, EventQuery, EventRepository } from '@forewarn/record';
import { valueOf } from './value-of.ts';

interface Events {
  readonly events: Pick<EventRepository, 'list'>;
}

/** An event without the id and time that the store assigns. */
export type EventWithoutStamp = Omit<Event, 'id' | 'createdAt'>;

/** All events, the newest first. */
export const allEvents = async (store: Events): Promise<readonly Event[]> =>
  (await valueOf(store.events.list({ limit: 10_000 }))).events;

export const eventsOf = async (
  store: Pick<Store, 'events'>,
  query: EventQuery,
): Promise<readonly Event[]> => (await valueOf(store.events.list(query))).events;

const DAY_MS = 86_400_000;
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

function withoutStamp({ id, createdAt, ...content }: Event): EventWithoutStamp {
  assert.ok(Number.isSafeInteger(id), `the event id ${id} is a whole number`);
  assert.match(createdAt, ISO_UTC);
  // The database can have a clock of its own.
  const isNow = Math.abs(Date.parse(createdAt) - Date.now()) < DAY_MS;
  assert.ok(isNow, `${createdAt} is the time of the event`);
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

type Recorded = Pick<ScheduledChangeRequest, 'project' | 'environment'>;

const placed = ({ project, environment }: Recorded, createdBy: string) => ({
  createdBy,
  project,
  environment,
});

export const scheduledEvent = (
  data: ScheduledChangeRequest,
  preData: ScheduledChangeRequest | null,
  by: string,
): EventWithoutStamp => ({ type: 'change-request-scheduled', data, preData, ...placed(data, by) });

export const withdrawnEvent = (preData: ScheduledChangeRequest, by: string): EventWithoutStamp => ({
  type: 'change-request-schedule-withdrawn',
  data: null,
  preData,
  ...placed(preData, by),
});

export const versionsIn = (events: readonly EventWithoutStamp[]): readonly unknown[] =>
  events.map(({ preData, data }) => [preData, data]);

export const typesOf = (events: readonly EventWithoutStamp[]): readonly string[] =>
  events.map(({ type }) => type);
