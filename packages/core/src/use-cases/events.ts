import { okAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { EventPage, EventQuery } from '../ports/event-repository.ts';
import type { PortResult } from '../ports/port-result.ts';
import { type Ports, useCase } from './use-case.ts';

/** Returns events, the newest first. Needs ADMIN: in the project of the filter, or without one everywhere. */
export const makeListEvents = <Credentials>(ports: Ports<Credentials, { events: 'list' }>) =>
  useCase(
    ports,
    'ADMIN',
    (query: EventQuery, _principal, options): PortResult<EventPage, StoreUnavailable> =>
      query.project === undefined || isName(query.project)
        ? ports.events.list(query, options)
        : okAsync({ events: [], hasMore: false }),
    ({ project }) => ({ projectId: project }),
  );
