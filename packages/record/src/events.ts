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
import { type Event, type EventType, RECORDED_EVENT_TYPES } from './event.ts';
import type { ProjectRepository } from './project-repository.ts';
import { badData, oddNameText } from './problems-of.ts';
import { rememberReadable } from './permitted-projects.ts';
import { unlessAhead } from './unless-ahead.ts';

type EventPorts<Credentials> = Ports<
  Credentials,
  { readonly events: Pick<EventRepository, 'list'> }
> & {
  readonly projects?: Pick<ProjectRepository, 'list'>;
  /** The events of a capability. Without it, only those that recording makes are returned. */
  readonly view: EventView | undefined;
};

/** How the events of a capability are shown. */
export interface EventView {
  /** The types of its events. */
  readonly types: readonly EventType[];
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
      given: EventQuery,
      principal,
      options,
    ): ResultAsync<EventPage, AuthorizerUnavailable | BadData | StoreUnavailable> => {
      const { project, after = 0 } = given;
      // What others record may show what the principal may not see.
      const query = ports.view === undefined ? { ...given, types: RECORDED_EVENT_TYPES } : given;
      const page =
        project === undefined
          ? toResultAsync(ports.events.list(query, options))
          : unlessMistyped(ports, project, options).andThen(() =>
              eventsIn(ports, { ...query, project }, principal, options),
            );
      return page.andThrough(({ events }) =>
        events.length > 0 || after === 0 ? okAsync() : unlessAhead(ports.events, after, options),
      );
    },
    ({ project }) => ({ projectId: project }),
  );

/** Returns `BadData` for what is no id, and for an odd one that no project has, and of which there are no events. */
function unlessMistyped(
  { events, projects }: EventPorts<unknown>,
  project: string,
  options: CallOptions,
): ResultAsync<void, BadData | StoreUnavailable> {
  const mistyped = err(badData('project', oddNameText(project)));
  if (!isName(project)) return mistyped.asyncAndThen(() => okAsync());
  if (!isOddName(project)) return okAsync();
  return toResultAsync(events.list({ project, limit: 1 }, options)).andThen((page) =>
    page.events.length > 0
      ? okAsync()
      : toResultAsync(projects?.list(options) ?? okAsync([])).andThen((all) =>
          all.some(({ id }) => id === project) ? ok() : mistyped,
        ),
  );
}

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
