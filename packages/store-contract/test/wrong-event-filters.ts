import { listing } from './listing.ts';
import type { WrongStore } from './wrong-store.ts';

const FILTERS = 'EventRepository, by type and project';

/** Stores with wrong filters of events. */
export const wrongEventFilters: readonly WrongStore[] = [
  {
    flaw: 'ignores the type',
    rejectedBy: [FILTERS],
    spoil: listing({ query: ({ type: _type, ...query }) => query }),
  },
  {
    flaw: 'ignores the project',
    rejectedBy: [FILTERS],
    spoil: listing({ query: ({ project: _project, ...query }) => query }),
  },
  {
    flaw: 'ignores the project when a type is given',
    rejectedBy: [FILTERS],
    spoil: listing({
      query: ({ project, ...query }) =>
        query.type === undefined && project !== undefined ? { ...query, project } : query,
    }),
  },
  {
    flaw: 'ignores `before` when a type or project is given',
    rejectedBy: [FILTERS],
    spoil: listing({
      query: ({ before, ...query }) =>
        before === undefined || query.type !== undefined || query.project !== undefined
          ? query
          : { ...query, before },
    }),
  },
  {
    flaw: 'applies the limit before the filters',
    rejectedBy: [FILTERS],
    spoil: listing({
      query: ({ type: _type, project: _project, ...query }) => query,
      events: (events, { type, project }) =>
        events.filter(
          (event) =>
            (type === undefined || event.type === type) &&
            (project === undefined || event.project === project),
        ),
    }),
  },
  {
    flaw: 'lists the oldest events of a type first',
    rejectedBy: [FILTERS],
    spoil: listing({
      events: (events, { type }) => (type === undefined ? events : events.toReversed()),
    }),
  },
  {
    flaw: 'ignores the case of the project of events',
    rejectedBy: [FILTERS],
    spoil: listing({
      query: ({ project, ...query }) =>
        project === undefined ? query : { ...query, limit: Infinity },
      events: (events, { project, limit }) =>
        events
          .filter(
            (event) => event.project?.toLowerCase() === (project ?? event.project)?.toLowerCase(),
          )
          .slice(0, limit),
    }),
  },
  {
    flaw: 'lists events without a project for any project',
    rejectedBy: [FILTERS],
    spoil: listing({
      query: ({ project, ...query }) =>
        project === undefined ? query : { ...query, limit: Infinity },
      events: (events, { project, limit }) =>
        events
          .filter((event) => project === undefined || (event.project ?? project) === project)
          .slice(0, limit),
    }),
  },
];
