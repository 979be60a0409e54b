import type { Event, EventPage, EventQuery } from '@forewarn/core/operator';
import { ResultAsync } from 'neverthrow';
import { recordEvent, type State } from './reference-state.ts';
import { afterAMoment, inEvents, inStrategies, wrong, type WrongStore } from './wrong-store.ts';

interface Changes {
  /** Changes what is asked of the right store. */
  readonly query?: (query: EventQuery) => EventQuery;
  /** Changes the events that it lists. */
  readonly events?: (events: readonly Event[], query: EventQuery) => readonly Event[];
  /** Changes whether there are older ones. */
  readonly hasOlder?: (page: EventPage, query: EventQuery) => boolean;
}

/** Changes the list of events. */
const listing = ({
  query: queryFor = (query) => query,
  events: eventsFor = (events) => events,
  hasOlder: olderFor = ({ hasOlder }) => hasOlder,
}: Changes) =>
  inEvents((right) => ({
    list: (query) =>
      right.events.list(queryFor(query)).map((page) => ({
        events: eventsFor(page.events, query),
        hasOlder: olderFor(page, query),
      })),
  }));

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

const FILTERS = 'EventRepository, by type and project';

/** Stores with wrong filters of events. */
export const wrongEventFilters: readonly WrongStore[] = [
  ...wrong([FILTERS], {
    'ignores the type': listing({ query: ({ type: _type, ...query }) => query }),
    'ignores the project': listing({ query: ({ project: _project, ...query }) => query }),
    'ignores the project when a type is given': listing({
      query: ({ project, ...query }) =>
        query.type === undefined && project !== undefined ? { ...query, project } : query,
    }),
    'ignores `before` when a type or project is given': listing({
      query: ({ before, ...query }) =>
        before === undefined || query.type !== undefined || query.project !== undefined
          ? query
          : { ...query, before },
    }),
    'applies the limit before the filters': listing({
      query: ({ type: _type, project: _project, ...query }) => query,
      events: (events, { type, project }) =>
        events.filter(
          (event) =>
            (type === undefined || event.type === type) &&
            (project === undefined || event.project === project),
        ),
    }),
    'lists the oldest events of a type first': listing({
      events: (events, { type }) => (type === undefined ? events : events.toReversed()),
    }),
    'ignores the case of the project of events': listing({
      query: ({ project, ...query }) =>
        project === undefined ? query : { ...query, limit: Infinity },
      events: (events, { project, limit }) =>
        events
          .filter(
            (event) => event.project?.toLowerCase() === (project ?? event.project)?.toLowerCase(),
          )
          .slice(0, limit),
    }),
    'lists events without a project for any project': listing({
      query: ({ project, ...query }) =>
        project === undefined ? query : { ...query, limit: Infinity },
      events: (events, { project, limit }) =>
        events
          .filter((event) => project === undefined || (event.project ?? project) === project)
          .slice(0, limit),
    }),
  }),
];
