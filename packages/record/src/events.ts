import {
  type AuthorizerUnavailable,
  type BadData,
  type CallOptions,
  isName,
  type Ports,
  type Principal,
  type StoreUnavailable,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import type { EventPage, EventQuery, EventRepository } from './event-repository.ts';
import { isOddName } from './odd-name.ts';
import type { Event } from './event.ts';
import type { ProjectRepository } from './project-repository.ts';
import { badData, oddNameText } from './problems-of.ts';
import { rememberReadable } from './permitted-projects.ts';

type EventPorts<Credentials> = Ports<
  Credentials,
  { readonly events: Pick<EventRepository, 'list'> }
> & {
  readonly projects?: Pick<ProjectRepository, 'list'>;
  /** What the events of a project show of others; all of it if undefined. */
  readonly view: EventView | undefined;
};

/** What events show of other projects than their own. */
export interface EventView {
  /** Returns the ids of the projects that an event shows. */
  projectsIn(event: Event): readonly string[];
  /** Returns an event without what it shows of projects that are not visible. */
  shown(event: Event, isVisible: (projectId: string) => boolean): Event;
}

/**
 * Returns events, the newest first. Needs ADMIN: in the project of the filter, or without one everywhere. Of other
 * projects, it shows only those in which the principal has PROJECT_CHANGE_REQUEST_READ.
 */
export const makeListEvents = <Credentials>(ports: EventPorts<Credentials>) =>
  useCase(
    ports,
    'ADMIN',
    (
      query: EventQuery,
      principal,
      options,
    ): ResultAsync<EventPage, AuthorizerUnavailable | BadData | StoreUnavailable> => {
      const { project } = query;
      if (project === undefined) return toResultAsync(ports.events.list(query, options));
      return unlessMistyped(ports, project, options).andThen(() =>
        isName(project)
          ? eventsIn(ports, { ...query, project }, principal, options)
          : okAsync({ events: [], hasMore: false }),
      );
    },
    ({ project }) => ({ projectId: project }),
  );

/** Returns `BadData` for an odd id that no project has, and of which there are no events. */
function unlessMistyped(
  { events, projects }: EventPorts<unknown>,
  project: string,
  options: CallOptions,
): ResultAsync<void, BadData | StoreUnavailable> {
  if (!isOddName(project)) return okAsync();
  const mistyped = err(badData('project', oddNameText(project)));
  if (!isName(project)) return mistyped.asyncAndThen(() => okAsync());
  return toResultAsync(events.list({ project, limit: 1 }, options)).andThen((page) =>
    page.events.length > 0
      ? okAsync()
      : toResultAsync(projects?.list(options) ?? okAsync([])).andThen((all) =>
          all.some(({ id }) => id === project) ? ok() : mistyped,
        ),
  );
}

/** Returns the events of a project. */
const eventsIn = (
  ports: EventPorts<unknown>,
  query: EventQuery & { readonly project: string },
  principal: Principal,
  options: CallOptions,
): ResultAsync<EventPage, AuthorizerUnavailable | StoreUnavailable> =>
  toResultAsync(ports.events.list(query, options)).andThen((page) => {
    const { project } = query;
    const { view } = ports;
    const ids = page.events.flatMap((each) => view?.projectsIn(each) ?? []);
    const others = new Set(ids.filter((id) => id !== project));
    if (view === undefined || others.size === 0) return okAsync(page);
    const readableAmong = rememberReadable(ports, principal, options);
    return readableAmong([...others]).map((readable) => ({
      ...page,
      events: page.events.map((event) =>
        view.shown(event, (id) => id === project || readable.has(id)),
      ),
    }));
  });
