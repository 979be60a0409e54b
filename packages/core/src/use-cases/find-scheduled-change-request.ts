import { errAsync } from 'neverthrow';
import type { ChangeRequestNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Returns a scheduled change request as it was recorded. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export type FindScheduledChangeRequest<Credentials> = UseCase<
  Credentials,
  ChangeRequestKey,
  ScheduledChangeRequest,
  ChangeRequestNotFound
>;

/** Makes the use case {@link FindScheduledChangeRequest}. */
export function makeFindScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
}): FindScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, id, signal }) =>
    admit({
      credentials,
      admissions,
      permission: 'PROJECT_CHANGE_REQUEST_READ',
      projectId,
      signal,
    }).andThen((): ReturnType<ScheduledChangeRequestReader['find']> =>
      isName(projectId) && Number.isSafeInteger(id)
        ? ports.reader.find({ projectId, id }, { signal })
        : errAsync({ type: 'ChangeRequestNotFound', projectId, id }),
    );
}
