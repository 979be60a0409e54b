import type { Event } from '@forewarn/core/operator';
import { ok, ResultAsync } from 'neverthrow';
import { recordEvent, type State } from './reference-state.ts';
import { answering } from './answering.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const EVENTS = 'EventRepository';
const IN_ONE_STEP = 'EventRepository, in one step with the change';

const withoutPlace = ({ project: _p, environment: _e, ...event }: Event): Event => event;

/** Hides the events that a call recorded until a moment after it. */
const loggingLate =
  (state: State) =>
  <A extends readonly unknown[], T, E>(call: (...args: A) => ResultAsync<T, E>) =>
  (...args: A): ResultAsync<T, E> => {
    const before = state.events;
    const answer = call(...args);
    const { events } = state;
    state.events = before;
    return ResultAsync.fromSafePromise(aMoment())
      .andThen(() => answer)
      .andTee(() => {
        state.events = events;
      });
  };

/** Stores whose events say something else than happened, or at another time. */
export const wrongEvents: readonly WrongStore[] = [
  {
    flaw: 'lists the oldest events first',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (right) => ({
      list: (page) => right.events.list(page).map((events) => events.toReversed()),
    })),
  },
  {
    flaw: 'lists one event more than the limit says',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (right) => ({
      list: ({ limit, ...page }) => right.events.list({ ...page, limit: limit + 1 }),
    })),
  },
  {
    flaw: 'ignores the maximum of bytes of a page',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (right) => ({
      list: (page) => right.events.list({ ...page, maxBytes: Infinity }),
    })),
  },
  {
    flaw: 'lists nothing when the first event exceeds the maximum of bytes',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (right) => ({
      list: (page) => right.events.list(page).map((events) => (page.maxBytes === 0 ? [] : events)),
    })),
  },
  {
    flaw: 'lists the event that a page begins after',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (right) => ({
      list: ({ limit, before = Infinity }) => right.events.list({ limit, before: before + 1 }),
    })),
  },
  {
    flaw: 'lists its own events',
    rejectedBy: [EVENTS],
    spoil: replacing('events', (_, state) => ({
      list: ({ limit, before = Infinity }) =>
        answering(state, () => ok(state.events.filter(({ id }) => id < before).slice(0, limit))),
    })),
  },
  {
    flaw: 'lists events of its own making',
    rejectedBy: [EVENTS],
    spoil: (right, state) => {
      const data = { id: 'default', name: 'Default' };
      recordEvent(state, { type: 'project-created', data, preData: null, createdBy: 'the store' });
      return right;
    },
  },
  {
    flaw: 'records events without their project and environment',
    rejectedBy: [
      'ScheduledChangeRequestWriter.put',
      'ScheduledChangeRequestWriter.remove',
      'ProjectRepository',
    ],
    spoil: replacing('events', (right) => ({
      list: (page) => right.events.list(page).map((events) => events.map(withoutPlace)),
    })),
  },
  {
    flaw: 'records the event a moment after the change',
    rejectedBy: [IN_ONE_STEP],
    spoil: (right, state) => {
      const late = loggingLate(state);
      const { writer, strategies, projects } = right;
      return {
        ...right,
        writer: {
          ...writer,
          put: late((...args) => writer.put(...args)),
          remove: late((...args) => writer.remove(...args)),
        },
        strategies: {
          ...strategies,
          register: late((...args) => strategies.register(...args)),
          change: late((...args) => strategies.change(...args)),
          delete: late((...args) => strategies.delete(...args)),
        },
        projects: {
          ...projects,
          register: late((...args) => projects.register(...args)),
          delete: late((...args) => projects.delete(...args)),
        },
      };
    },
  },
  {
    flaw: 'records the event of a delete a moment before it deletes',
    rejectedBy: [IN_ONE_STEP],
    spoil: replacing('strategies', (right, state) => ({
      delete: (name, by) => {
        const { definitions } = state;
        const answer = right.strategies.delete(name, by);
        const without = state.definitions;
        state.definitions = definitions;
        return ResultAsync.fromSafePromise(aMoment())
          .andThen(() => answer)
          .andTee(() => {
            state.definitions = without;
          });
      },
    })),
  },
];
