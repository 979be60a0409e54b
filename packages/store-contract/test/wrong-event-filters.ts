import { listing } from './listing.ts';
import { wrong, type WrongStore } from './wrong-store.ts';

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
