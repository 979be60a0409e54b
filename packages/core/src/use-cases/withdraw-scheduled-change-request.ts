import { errAsync } from 'neverthrow';
import type { ChangeRequestNotFound, PreconditionFailed, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import type {
  Precondition,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { makeAdmit } from './admit.ts';
import { authorize } from './ask-authorizer.ts';
import type { UseCase } from './use-case.ts';
import { writeWherePermitted } from './write-where-permitted.ts';

/** Withdraws a scheduled change request. Needs PROJECT_CHANGE_REQUEST_WRITE in its project and environment. */
export type WithdrawScheduledChangeRequest<Credentials> = UseCase<
  Credentials,
  ChangeRequestKey & {
    /** Must hold for the stored change request. */
    readonly onlyIf?: Precondition;
  },
  void,
  ChangeRequestNotFound | PreconditionFailed
>;

/** Makes the use case {@link WithdrawScheduledChangeRequest}. */
export function makeWithdrawScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'remove'>;
}): WithdrawScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, id, onlyIf, signal }) => {
    const permission = 'PROJECT_CHANGE_REQUEST_WRITE';
    const key = { projectId, id };
    return admit({ credentials, admissions, permission, projectId, signal }).andThen(
      (principal): ReturnType<WithdrawScheduledChangeRequest<Credentials>> => {
        if (!isName(projectId) || !Number.isSafeInteger(id)) {
          return errAsync({ type: 'ChangeRequestNotFound', ...key });
        }
        const authorizeIn = (environment: string) =>
          authorize(
            ports.authorizer,
            principal,
            permission,
            { projectId, environment },
            { signal },
          );
        return ports.reader
          .find(key, { signal })
          .andThrough(({ environment }) => authorizeIn(environment))
          .andThen(({ environment }) =>
            writeWherePermitted<void, ChangeRequestNotFound | StoreUnavailable>({
              environments: [environment],
              authorize: authorizeIn,
              keys: [key],
              find: () => ports.reader.find(key, { signal }),
              onlyIf,
              write: (permitted) =>
                ports.writer.remove(key, principal.name, { onlyIf: permitted, signal }),
            }),
          );
      },
    );
  };
}
