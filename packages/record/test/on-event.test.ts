import type { StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { expect, test } from 'vitest';
import type { Event } from '../src/event.ts';
import { onEvent } from '../src/event-repository.ts';

const event = (id: number) => ({ id, type: 'project-deleted' }) as Event;

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };

const eventsOf = (...results: readonly Result<Event, StoreUnavailable>[]) => ({
  async *subscribe() {
    yield* results;
  },
});

test('calls the function with one event after the other, and returns at the end', async () => {
  const steps: string[] = [];

  const ended = await onEvent(
    eventsOf(ok(event(1)), ok(event(2))),
    { after: 0 },
    async ({ id }) => {
      steps.push(`begin ${id}`);
      await Promise.resolve();
      steps.push(`end ${id}`);
    },
  );

  expect(ended).toEqual(ok());
  expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

test('returns the error of the store, and throws that of the function', async () => {
  const seen: number[] = [];
  const handle = ({ id }: Event) => seen.push(id);
  const failing = () => Promise.reject(new Error('the handler'));

  expect(await onEvent(eventsOf(ok(event(1)), err(DOWN)), { after: 0 }, handle)).toEqual(err(DOWN));
  expect(seen).toEqual([1]);
  await expect(onEvent(eventsOf(ok(event(1))), { after: 0 }, failing)).rejects.toThrow(
    'the handler',
  );
});
