import { errAsync, okAsync, ResultAsync, err, ok, type Result } from 'neverthrow';
import type {
  StoreUnavailable,
  AuthorizerUnavailable,
  NoAccess,
  PreconditionFailed,
  BadData,
  ProjectNotFound,
  AuthorizerError,
  Problem,
  ChangeRequestNotFound,
} from '../errors.ts';
import type { Principal } from '../model/permission.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import type {
  Precondition,
  PutOutcome,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { firstProblems, problemsOfChangeRequest } from '../rules/problems-of.ts';
import { makeAdmit, authorize } from './admit.ts';
import { unlessProblems, unlessNoChangeRequest } from './checks.ts';
import type { UseCase } from './use-case.ts';

/** Returns a finder of stored change requests: undefined instead of `ChangeRequestNotFound`. */
export const findStored =
  (reader: Pick<ScheduledChangeRequestReader, 'find'>, signal: AbortSignal | undefined) =>
  (key: ChangeRequestKey): ResultAsync<ScheduledChangeRequest | undefined, StoreUnavailable> =>
    reader
      .find(key, { signal })
      .map((found): ScheduledChangeRequest | undefined => found)
      .orElse((error) =>
        error.type === 'ChangeRequestNotFound' ? okAsync(undefined) : errAsync(error),
      );

/** Maximum attempts of one write while concurrent writes move its change requests to other environments. */
const MAX_ATTEMPTS = 5;

export interface PermittedWrite<T, E extends { readonly type: string }> {
  /** The environments that are authorized already. */
  readonly environments: Iterable<string>;
  readonly authorizeIn: (
    environment: string,
  ) => ResultAsync<void, NoAccess | AuthorizerUnavailable>;
  /** The change requests that the write may replace or remove. */
  readonly keys: readonly ChangeRequestKey[];
  /** Finds a stored change request. An error ends the write. */
  readonly find: (key: ChangeRequestKey) => ResultAsync<ScheduledChangeRequest | undefined, E>;
  /** The caller's own precondition. */
  readonly onlyIf?: Precondition | undefined;
  readonly write: (onlyIf: Precondition) => ResultAsync<T, E | PreconditionFailed>;
}

type WriteError = NoAccess | AuthorizerUnavailable | StoreUnavailable;

/**
 * Writes over stored change requests only if each of their environments is authorized. The store checks that inside the
 * write. When it finds another environment, that one is authorized, too, and the write is tried again. `NoAccess` wins
 * over `PreconditionFailed`.
 */
export function writeWherePermitted<T, E extends { readonly type: string }>(
  unconditional: PermittedWrite<T, E> & { readonly onlyIf?: undefined },
): ResultAsync<T, E | WriteError>;
export function writeWherePermitted<T, E extends { readonly type: string }>(
  conditional: PermittedWrite<T, E>,
): ResultAsync<T, E | WriteError | PreconditionFailed>;
export function writeWherePermitted<T, E extends { readonly type: string }>({
  environments,
  authorizeIn,
  keys,
  find,
  onlyIf = () => true,
  write,
}: PermittedWrite<T, E>): ResultAsync<T, E | WriteError | PreconditionFailed> {
  const permitted = new Set(environments);

  /** Authorizes the stored environments. Returns whether the caller's precondition holds for all change requests. */
  const inspect = async (): Promise<Result<boolean, E | NoAccess | AuthorizerUnavailable>> => {
    let holds = true;
    // In sequence: one batch must not take all connections of a store.
    for (const key of keys) {
      const found = await find(key);
      if (found.isErr()) return err(found.error);
      const environment = found.value?.environment;
      if (environment !== undefined && !permitted.has(environment)) {
        const authorized = await authorizeIn(environment);
        if (authorized.isErr()) return err(authorized.error);
        permitted.add(environment);
      }
      holds &&= onlyIf(found.value);
    }
    return ok(holds);
  };

  const run = async (): Promise<Result<T, E | WriteError | PreconditionFailed>> => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const written = await write(
        (stored) => (stored === undefined || permitted.has(stored.environment)) && onlyIf(stored),
      );
      if (written.isOk() || written.error.type !== 'PreconditionFailed') return written;
      const inspected = await inspect();
      if (inspected.isErr()) return err(inspected.error);
      if (!inspected.value) return err({ type: 'PreconditionFailed' });
    }
    const cause = new Error(`the environment changed during each of ${MAX_ATTEMPTS} attempts`);
    return err({ type: 'StoreUnavailable', cause });
  };
  return new ResultAsync(run());
}

/**
 * Records a scheduled change request, or replaces the one with its project and id. Needs PROJECT_CHANGE_REQUEST_WRITE in
 * its project and environment, and in the environment of the one that it replaces.
 */
export type RecordScheduledChangeRequest<Credentials> = UseCase<
  Credentials,
  {
    readonly changeRequest: ScheduledChangeRequest;
    /** Must hold for the stored change request. */
    readonly onlyIf?: Precondition;
  },
  PutOutcome,
  BadData | ProjectNotFound | PreconditionFailed
>;

/** Makes the use case {@link RecordScheduledChangeRequest}. */
export function makeRecordScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'put'>;
}): RecordScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, changeRequest, onlyIf, signal }) => {
    const permission = 'PROJECT_CHANGE_REQUEST_WRITE';
    const { project: projectId, id, environment } = changeRequest;
    return admit({ credentials, admissions, permission, projectId, environment, signal })
      .andThrough(() => unlessProblems(problemsOfChangeRequest(changeRequest)))
      .andThen((principal) =>
        writeWherePermitted({
          environments: [environment],
          authorizeIn: (stored) =>
            authorize(
              ports.authorizer,
              principal,
              permission,
              { projectId, environment: stored },
              { signal },
            ),
          keys: [{ projectId, id }],
          find: findStored(ports.reader, signal),
          onlyIf,
          write: (permitted) =>
            ports.writer.put(changeRequest, principal.name, { onlyIf: permitted, signal }),
        }),
      );
  };
}

/** Maximum change requests per batch. */
export const MAX_BATCH = 1_000;

/**
 * Records scheduled change requests, or replaces those with the same ids: all or none. Needs
 * PROJECT_CHANGE_REQUEST_WRITE in the project, in each of their environments and of those that they replace.
 */
export type RecordScheduledChangeRequests<Credentials> = UseCase<
  Credentials,
  {
    readonly projectId: string;
    /** 1 to {@link MAX_BATCH} of that project, no two with the same id. */
    readonly changeRequests: readonly ScheduledChangeRequest[];
  },
  readonly PutOutcome[],
  BadData | ProjectNotFound
>;

/** Makes the use case {@link RecordScheduledChangeRequests}. */
export function makeRecordScheduledChangeRequests<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'putAll'>;
}): RecordScheduledChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, changeRequests, signal }) => {
    const permission = 'PROJECT_CHANGE_REQUEST_WRITE';
    // An empty batch has no environment, so only the project is authorized.
    const environments = new Set(changeRequests.map((each) => each.environment));
    const [first, ...others] = environments;
    const authorizeIn = (principal: Principal) => (environment: string) =>
      authorize(ports.authorizer, principal, permission, { projectId, environment }, { signal });

    return admit({ credentials, admissions, permission, projectId, environment: first, signal })
      .andThrough((principal) =>
        others.reduce<ResultAsync<void, AuthorizerError>>(
          (done, environment) => done.andThen(() => authorizeIn(principal)(environment)),
          okAsync(),
        ),
      )
      .andThrough(() => unlessProblems(firstProblems(problemsOfBatch(projectId, changeRequests))))
      .andThen((principal) =>
        writeWherePermitted({
          environments,
          authorizeIn: authorizeIn(principal),
          keys: changeRequests.map(({ id }) => ({ projectId, id })),
          find: findStored(ports.reader, signal),
          write: (onlyIf) =>
            ports.writer.putAll(changeRequests, principal.name, { onlyIf, signal }),
        }),
      );
  };
}

function* problemsOfBatch(
  projectId: string,
  changeRequests: readonly ScheduledChangeRequest[],
): Generator<Problem, void, undefined> {
  // A store can't report an unknown project for an empty batch.
  if (changeRequests.length === 0 || changeRequests.length > MAX_BATCH) {
    yield { path: '', expected: `1 to ${MAX_BATCH} change requests` };
    return;
  }
  const indexOf = new Map<number, number>();
  for (const [index, changeRequest] of changeRequests.entries()) {
    const { id, project } = changeRequest;
    const first = indexOf.get(id) ?? index;
    indexOf.set(id, first);
    for (const { path, expected } of problemsOfChangeRequest(changeRequest)) {
      yield { path: `[${index}].${path}`, expected };
    }
    if (project !== projectId) yield { path: `[${index}].project`, expected: `"${projectId}"` };
    if (first !== index) yield { path: `[${index}].id`, expected: `another id than [${first}]` };
  }
}

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
    return admit({ credentials, admissions, permission, projectId, signal })
      .andThrough(() => unlessNoChangeRequest(key))
      .andThen((principal): ReturnType<WithdrawScheduledChangeRequest<Credentials>> => {
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
              authorizeIn,
              keys: [key],
              find: () => ports.reader.find(key, { signal }),
              onlyIf,
              write: (permitted) =>
                ports.writer.remove(key, principal.name, { onlyIf: permitted, signal }),
            }),
          );
      });
  };
}
