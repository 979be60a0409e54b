import { okAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable, StoreUnavailable } from '../errors.ts';
import type { Prediction } from '../model/alert.ts';
import type { Event } from '../model/event.ts';
import { isName } from '../model/name.ts';
import type { EventPage, EventQuery } from '../ports/event-repository.ts';
import { toResultAsync } from '../ports/port-result.ts';
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
            withPredictions(event, (each) => withCausesIn(each, new Set([...readable, project]))),
          ),
        }));
      });
    },
    ({ project }) => ({ projectId: project }),
  );

function predictionsOf(event: Event): readonly Prediction[] {
  switch (event.type) {
    case 'forecast-predicted':
      return [event.data];
    case 'forecast-changed':
      return [event.data, event.preData];
    case 'forecast-resolved':
      return [event.preData];
    default:
      return [];
  }
}

function withPredictions(event: Event, change: (before: Prediction) => Prediction): Event {
  switch (event.type) {
    case 'forecast-predicted':
      return { ...event, data: change(event.data) };
    case 'forecast-changed':
      return { ...event, data: change(event.data), preData: change(event.preData) };
    case 'forecast-resolved':
      return { ...event, preData: change(event.preData) };
    default:
      return event;
  }
}

function withCausesIn(prediction: Prediction, readable: ReadonlySet<string>): Prediction {
  const causes = prediction.causes.filter(({ project }) => readable.has(project));
  const hiddenCauses = prediction.hiddenCauses + prediction.causes.length - causes.length;
  return { ...prediction, causes, hiddenCauses };
}
