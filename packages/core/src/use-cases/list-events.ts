import { okAsync } from 'neverthrow';
import type { Event } from '../model/event.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { EventPage, EventRepository } from '../ports/event-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Returns events, the newest first. Needs ADMIN: in the project of the filter, or without one everywhere. */
export type ListEvents<Credentials> = UseCase<Credentials, EventPage, readonly Event[]>;

/** Makes the use case {@link ListEvents}. */
export function makeListEvents<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly events: EventRepository;
}): ListEvents<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, signal, ...page }) =>
    admit({ credentials, permission: 'ADMIN', projectId: page.project, signal }).andThen(
      (): ReturnType<EventRepository['list']> =>
        page.project === undefined || isName(page.project)
          ? ports.events.list(page, { signal })
          : okAsync([]),
    );
}
