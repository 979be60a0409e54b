import type { StoreUnavailable } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Event } from '../src/event.ts';
import type { EventRepository } from '../src/event-repository.ts';
import { onEvent } from '../src/on-event.ts';

const event = (id: number) => ({ id, type: 'project-deleted' }) as Event;

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };

/** Returns these pages, then the error. The last event is the second one. A wait ends at once. */
function eventsOf(...pages: readonly (readonly Event[])[]) {
  const left = [...pages];
  const asked: number[] = [];
  const events: EventRepository = {
    list: async ({ after }) => {
      if (after === undefined) return ok({ events: [event(2)], hasMore: true });
      asked.push(after);
      const page = left.shift();
      return page === undefined ? err(DOWN) : ok({ events: page, hasMore: false });
    },
    committed: async () => {},
  };
  return { events, asked };
}

test('calls the function with one event after the other, and begins after the last one', async () => {
  const steps: string[] = [];
  const { events, asked } = eventsOf([event(1), event(2)], [], [event(5)]);

  const ended = await onEvent(events, { after: 0 }, async ({ id }) => {
    steps.push(`begin ${id}`);
    await Promise.resolve();
    steps.push(`end ${id}`);
  });

  expect(steps).toEqual([1, 2, 5].flatMap((id) => [`begin ${id}`, `end ${id}`]));
  expect(asked).toEqual([0, 2, 2, 5]);
  expect(ended).toEqual(err(DOWN));
});

test('reads once in each poll while no event is recorded', async () => {
  const end = new AbortController();
  const reads: string[] = [];
  const { events } = eventsOf([event(1), event(2)], [], []);
  const idle: EventRepository = {
    list: (query, options) => {
      reads.push(query.after === undefined ? 'last' : `after ${query.after}`);
      return events.list(query, options);
    },
    committed: async () => {
      if (reads.push('poll') === 12) end.abort();
    },
  };

  expect(await onEvent(idle, { after: 0, signal: end.signal }, () => {})).toEqual(ok());

  const before = ['poll', 'after 0', 'poll', 'after 2', 'poll', 'last', 'after 2'];
  expect(reads).toEqual([...before, 'poll', 'last', 'poll', 'last', 'poll', 'last']);
});

test('returns the error of a read that hangs, though its own signal lives on', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => void vi.restoreAllMocks());
  const hanging: EventRepository = {
    list: async (_query, { signal } = {}) =>
      signal?.aborted === true ? err(DOWN) : new Promise(() => {}),
    committed: async () => {},
  };
  const { signal } = new AbortController();

  for (const after of [0, 7]) {
    expect(await onEvent(hanging, { after, signal }, () => {})).toEqual(err(DOWN));
  }
});

test('returns once the signal is aborted, also between two events', async () => {
  const end = new AbortController();
  const seen: number[] = [];
  const { events } = eventsOf([event(1), event(2)]);

  const ended = await onEvent(events, { after: 0, signal: end.signal }, ({ id }) => {
    seen.push(id);
    end.abort();
  });

  expect(ended).toEqual(ok());
  expect(seen).toEqual([1]);
});

test('returns that there is no event with the id, whose next ones it would miss', async () => {
  const { events } = eventsOf([]);

  const ended = await onEvent(events, { after: 3 }, () => {});

  expect(ended._unsafeUnwrapErr()).toMatchObject({
    type: 'BadData',
    problems: [{ path: 'after', expected: expect.stringContaining('that exists') }],
  });
});

test('throws what the function throws', async () => {
  const failing = () => Promise.reject(new Error('the handler'));

  await expect(onEvent(eventsOf([event(1)]).events, { after: 0 }, failing)).rejects.toThrow(
    'the handler',
  );
});
