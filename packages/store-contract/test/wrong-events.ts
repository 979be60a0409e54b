import type { Event } from '@forewarn/core/operator';
import { ResultAsync } from 'neverthrow';
import { listing } from './listing.ts';
import { recordEvent, type State } from './reference-state.ts';
import { afterAMoment, inEvents, inStrategies, wrong, type WrongStore } from './wrong-store.ts';

const EVENTS = 'EventRepository';
const ATOMICITY = 'EventRepository, atomicity';

const withoutPlace = ({ project: _p, environment: _e, ...event }: Event): Event => event;

/** Hides the events of a call until shortly after it. */
const loggingLate =
  (state: State) =>
  <A extends readonly unknown[], T, E>(call: (...args: A) => ResultAsync<T, E>) =>
  (...args: A): ResultAsync<T, E> => {
    const before = state.events;
    const result = call(...args);
    const { events } = state;
    state.events = before;
    return afterAMoment()
      .andThen(() => result)
      .andTee(() => {
        state.events = events;
      });
  };

/** Stores with wrong or late events. */
export const wrongEvents: readonly WrongStore[] = [
  ...wrong([EVENTS], {
    'lists the oldest events first': listing({ events: (events) => events.toReversed() }),
    'lists one event more than the limit': listing({
      query: ({ limit, ...query }) => ({ ...query, limit: limit + 1 }),
    }),
    'ignores `maxBytes`': listing({ query: (query) => ({ ...query, maxBytes: Infinity }) }),
    'lists nothing when the first event exceeds `maxBytes`': listing({
      events: (events, { maxBytes }) => (maxBytes === 0 ? [] : events),
    }),
    'includes the event `before`': listing({
      query: ({ limit, before = Infinity }) => ({ limit, before: before + 1 }),
    }),
    'takes a full page for one with older events': listing({
      hasOlder: ({ events, hasOlder }, { limit }) => hasOlder || events.length === limit,
    }),
    'takes a page that `maxBytes` ended for the last one': listing({
      hasOlder: ({ hasOlder }, { maxBytes = Infinity }) => hasOlder && maxBytes === Infinity,
    }),
    'counts events of other projects as older ones': inEvents((right, state) => ({
      list: (query) =>
        right.events.list(query).map(({ events }) => {
          const oldest = events.at(-1)?.id ?? 0;
          return { events, hasOlder: state.events.some(({ id }) => id < oldest) };
        }),
    })),
    'returns its own events': inEvents((right, state) => ({
      list: (query) =>
        right.events.list(query).map(({ events, hasOlder }) => ({
          events: events.flatMap(({ id }) => state.events.filter((own) => own.id === id)),
          hasOlder,
        })),
    })),
    'lists additional events': (right, state) => {
      const data = { id: 'default', name: 'Default' };
      recordEvent(state, { type: 'project-created', data, preData: null, createdBy: 'the store' });
      return right;
    },
  }),
  ...wrong(
    [
      'ScheduledChangeRequestWriter.put',
      'ScheduledChangeRequestWriter.remove',
      'ProjectRepository',
    ],
    {
      'records events without their project and environment': listing({
        events: (events) => events.map(withoutPlace),
      }),
    },
  ),
  ...wrong([ATOMICITY], {
    'records the event after the change, in another step': (right, state) => {
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
          declareLive: late((...args) => projects.declareLive(...args)),
          delete: late((...args) => projects.delete(...args)),
        },
      };
    },
    'records the event of a delete before it, in another step': inStrategies((right, state) => ({
      delete: (name, by) => {
        const { definitions } = state;
        const result = right.strategies.delete(name, by);
        const without = state.definitions;
        state.definitions = definitions;
        return afterAMoment()
          .andThen(() => result)
          .andTee(() => {
            state.definitions = without;
          });
      },
    })),
  }),
];
