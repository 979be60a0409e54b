import type { EventPage } from '@forewarn/core/operator';
import { replacing, type WrongStore } from './wrong-store.ts';

const FILTERS = 'EventRepository, by type and project';

const listing = (change: (page: EventPage) => EventPage) =>
  replacing('events', (right) => ({ list: (page) => right.events.list(change(page)) }));

/** Stores with wrong filters of events. */
export const wrongEventFilters: readonly WrongStore[] = [
  {
    flaw: 'ignores the type',
    rejectedBy: [FILTERS],
    spoil: listing(({ type: _type, ...page }) => page),
  },
  {
    flaw: 'ignores the project',
    rejectedBy: [FILTERS],
    spoil: listing(({ project: _project, ...page }) => page),
  },
  {
    flaw: 'ignores the project when a type is given',
    rejectedBy: [FILTERS],
    spoil: listing(({ project, ...page }) =>
      page.type === undefined && project !== undefined ? { ...page, project } : page,
    ),
  },
  {
    flaw: 'ignores `before` when a type or project is given',
    rejectedBy: [FILTERS],
    spoil: listing(({ before, ...page }) =>
      before === undefined || page.type !== undefined || page.project !== undefined
        ? page
        : { ...page, before },
    ),
  },
  {
    flaw: 'applies the limit before the filters',
    rejectedBy: [FILTERS],
    spoil: replacing('events', (right) => ({
      list: ({ type, project, ...page }) =>
        right.events
          .list(page)
          .map((events) =>
            events.filter(
              (event) =>
                (type === undefined || event.type === type) &&
                (project === undefined || event.project === project),
            ),
          ),
    })),
  },
  {
    flaw: 'lists the oldest events of a type first',
    rejectedBy: [FILTERS],
    spoil: replacing('events', (right) => ({
      list: (page) =>
        right.events
          .list(page)
          .map((events) => (page.type === undefined ? events : events.toReversed())),
    })),
  },
  {
    flaw: 'ignores the case of the project of events',
    rejectedBy: [FILTERS],
    spoil: replacing('events', (right) => ({
      list: ({ project, ...page }) =>
        project === undefined
          ? right.events.list(page)
          : right.events
              .list({ ...page, limit: Infinity })
              .map((events) =>
                events
                  .filter((event) => event.project?.toLowerCase() === project.toLowerCase())
                  .slice(0, page.limit),
              ),
    })),
  },
  {
    flaw: 'lists events without a project for any project',
    rejectedBy: [FILTERS],
    spoil: replacing('events', (right) => ({
      list: ({ project, ...page }) =>
        project === undefined
          ? right.events.list(page)
          : right.events
              .list({ ...page, limit: Infinity })
              .map((events) =>
                events
                  .filter((event) => (event.project ?? project) === project)
                  .slice(0, page.limit),
              ),
    })),
  },
];
