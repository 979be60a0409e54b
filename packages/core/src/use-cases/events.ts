import { okAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { EventPage, EventQuery } from '../ports/event-repository.ts';
import { toResultAsync } from '../ports/port-result.ts';
import { predictionsOf, withVisibleCauses } from '../rules/visible-causes.ts';
import { rememberReadable } from './permitted-projects.ts';
import { type Ports, useCase } from './use-case.ts';

/**
 * Returns events, the newest first. Needs ADMIN: in the project of the filter, or without one everywhere. Of forecasts, it
 * only counts causes in other projects in which the principal has no PROJECT_CHANGE_REQUEST_READ.
 */
export const makeListEvents = <Credentials>(ports: Ports<Credentials, { events: 'list' }>) =>
  useCase(
    ports,
    'ADMIN',
    (
      query: EventQuery,
      principal,
      options,
    ): ResultAsync<EventPage, AuthorizerUnavailable | StoreUnavailable> => {
      const { project } = query;
      if (project === undefined) return toResultAsync(ports.events.list(query, options));
      if (!isName(project)) return okAsync({ events: [], hasMore: false });
      return toResultAsync(ports.events.list(query, options)).andThen((page) => {
        const predictions = page.events.flatMap(predictionsOf);
        const causes = predictions.flatMap((each) => each.causes.map((cause) => cause.project));
        const others = new Set(causes.filter((each) => each !== project));
        if (others.size === 0) return okAsync(page);
        return rememberReadable(
          ports,
          principal,
          options,
        )([...others]).map((readable) => ({
          ...page,
          events: page.events.map((event) =>
            withVisibleCauses(event, (id) => id === project || readable.has(id)),
          ),
        }));
      });
    },
    ({ project }) => ({ projectId: project }),
  );
