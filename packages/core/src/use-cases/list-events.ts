import { okAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable } from '../errors.ts';
import type { Event } from '../model/event.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { EventPage, EventRepository } from '../ports/event-repository.ts';

export interface ListEventsQuery<Credentials> extends EventPage {
  readonly credentials: Credentials;
}

export type ListEventsError = AuthorizerError | StoreUnavailable;

/**
 * Answers events, the newest first, for who has the permission ADMIN: in the project that is asked for, or in
 * everything.
 */
export type ListEvents<Credentials> = (
  query: ListEventsQuery<Credentials>,
) => ResultAsync<readonly Event[], ListEventsError>;

/** Makes the use case that answers events: {@link ListEvents}. */
export function makeListEvents<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly events: EventRepository;
}): ListEvents<Credentials> {
  return ({ credentials, ...page }) =>
    ports.authorizer
      .authorize({
        credentials,
        permission: 'ADMIN',
        ...(page.project === undefined ? {} : { projectId: page.project }),
      })
      .andThen((): ReturnType<EventRepository['list']> =>
        page.project === undefined || isName(page.project) ? ports.events.list(page) : okAsync([]),
      );
}
