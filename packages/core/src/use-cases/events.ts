import { okAsync } from 'neverthrow';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { EventPage, EventQuery, EventRepository } from '../ports/event-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Returns events, the newest first. Needs ADMIN: in the project of the filter, or without one everywhere. */
export type ListEvents<Credentials> = UseCase<Credentials, EventQuery, EventPage>;

/** Makes the use case {@link ListEvents}. */
export function makeListEvents<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly events: EventRepository;
}): ListEvents<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal, ...query }) =>
    admit({
      credentials,
      admissions,
      permission: 'ADMIN',
      projectId: query.project,
      signal,
    }).andThen((): ReturnType<EventRepository['list']> =>
      query.project === undefined || isName(query.project)
        ? ports.events.list(query, { signal })
        : okAsync({ events: [], hasOlder: false }),
    );
}
