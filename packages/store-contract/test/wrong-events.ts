import type { Event, EventPage, EventQuery } from '@forewarn/record';
import { recordEvent } from './reference-state.ts';
import { at, wrong, type WrongStore } from './wrong-store.ts';

const eventsList = at('events.list');

const COPIES = 'Store';
const EVENTS = 'EventRepository';
const FILTERS = 'EventRepository, by type and project';
const OF_PROJECTS = [
  'ScheduledChangeRequestWriter.put',
  'ScheduledChangeRequestWriter.remove',
  'ProjectRepository',
];

/** Changes what is asked of the right store, and then the page that it lists. */
const listing = (
  queryFor: (query: EventQuery) => EventQuery,
  pageFor: (page: EventPage, query: EventQuery) => Partial<EventPage> = () => ({}),
) =>
  eventsList.instead(({ call }, query) =>
    call(queryFor(query)).map((page) => ({ ...page, ...pageFor(page, query) })),
  );

const changing = (pageFor: (page: EventPage, query: EventQuery) => Partial<EventPage>) =>
  listing((query) => query, pageFor);

const withoutFilters = ({ type: _type, project: _project, ...query }: EventQuery) => query;

/** Lists the events that pass another filter by project. */
const filtering = (passes: (event: Event, project: string) => boolean) =>
  listing(
    ({ project, ...query }) => (project === undefined ? query : { ...query, limit: Infinity }),
    ({ events }, { project, limit }) => ({
      events: events
        .filter((event) => project === undefined || passes(event, project))
        .slice(0, limit),
    }),
  );

/** Stores with wrong events, and wrong filters of them. */
export const wrongEvents: readonly WrongStore[] = [
  ...wrong([COPIES], {
    'returns its own events': eventsList.returning(({ events, hasMore }, state) => ({
      events: events.flatMap(({ id }) => state.events.filter((own) => own.id === id)),
      hasMore,
    })),
  }),
  ...wrong([EVENTS], {
    'lists the oldest events first': changing(({ events }) => ({ events: events.toReversed() })),
    'lists one event more than the limit': listing(({ limit, ...query }) => ({
      ...query,
      limit: limit + 1,
    })),
    'ignores `maxBytes`': listing((query) => ({ ...query, maxBytes: Infinity })),
    'lists nothing when the first event exceeds `maxBytes`': changing(
      ({ events }, { maxBytes }) => ({ events: maxBytes === 0 ? [] : events }),
    ),
    'includes the event `before`': listing(({ limit, before = Infinity }) => ({
      limit,
      before: before + 1,
    })),
    'lists the newest events after an id': listing(
      ({ after: _after, ...query }) => query,
      ({ events }, { after = 0 }) => ({
        events: events.filter(({ id }) => id > after).toReversed(),
      }),
    ),
    'includes the event `after`': listing((query) =>
      query.after === undefined ? query : { ...query, after: query.after - 1 },
    ),
    'lists the newest first after an id': changing(({ events }, { after }) => ({
      events: after === undefined ? events : events.toReversed(),
    })),
    'ignores `before` after an id': listing(({ before, ...query }) =>
      before === undefined || query.after !== undefined ? query : { ...query, before },
    ),
    'takes a full page for one with older events': changing(({ events, hasMore }, { limit }) => ({
      hasMore: hasMore || events.length === limit,
    })),
    'takes a page that `maxBytes` ended for the last one': changing(
      ({ hasMore }, { maxBytes = Infinity }) => ({ hasMore: hasMore && maxBytes === Infinity }),
    ),
    'counts events of other projects as older ones': eventsList.returning(({ events }, state) => {
      const oldest = events.at(-1)?.id ?? 0;
      return { events, hasMore: state.events.some(({ id }) => id < oldest) };
    }),
    'lists additional events': (right, state) => {
      const data = { id: 'default', name: 'Default' };
      recordEvent(state, { type: 'project-created', data, preData: null, createdBy: 'the store' });
      return right;
    },
  }),
  ...wrong(OF_PROJECTS, {
    'records events without their project and environment': changing(({ events }) => ({
      events: events.map(({ project: _project, environment: _environment, ...event }) => event),
    })),
  }),
  ...wrong([FILTERS], {
    'ignores the type': listing(({ type: _type, ...query }) => query),
    'ignores the types': listing(({ types: _types, ...query }) => query),
    'ignores the project': listing(({ project: _project, ...query }) => query),
    'ignores the project when a type is given': listing(({ project, ...query }) =>
      query.type === undefined && project !== undefined ? { ...query, project } : query,
    ),
    'ignores `before` when a type or project is given': listing(({ before, ...query }) =>
      before === undefined || query.type !== undefined || query.project !== undefined
        ? query
        : { ...query, before },
    ),
    'ignores the filters of what follows an id': listing((query) =>
      query.after === undefined ? query : withoutFilters(query),
    ),
    'applies the limit before the filters': listing(
      withoutFilters,
      ({ events }, { type, project }) => ({
        events: events
          .filter((event) => type === undefined || event.type === type)
          .filter((event) => project === undefined || event.project === project),
      }),
    ),
    'lists the oldest events of a type first': changing(({ events }, { type }) => ({
      events: type === undefined ? events : events.toReversed(),
    })),
    'ignores the case of the project of events': filtering(
      (event, project) => event.project?.toLowerCase() === project.toLowerCase(),
    ),
    'lists events without a project for any project': filtering(
      (event, project) => (event.project ?? project) === project,
    ),
  }),
];
