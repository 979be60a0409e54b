import {
  requirePermission,
  type AuthorizerError,
  type AuthorizerUnavailable,
  type CallOptions,
  type ChangeRequestKey,
  distinctTargets,
  type InProject,
  type NoAccess,
  type PortResult,
  type Ports,
  type Principal,
  type Problem,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  targetsOf,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { ListingReader } from './listing-reader.ts';
import type {
  Precondition,
  PutOutcome,
  ScheduledChangeRequestWriter,
} from './scheduled-change-request-writer.ts';
import type { PreconditionFailed } from './errors.ts';
import { nameOf, type NameRepository } from './name-repository.ts';
import { firstProblems, problemsOfNewChangeRequest, unlessProblems } from './problems-of.ts';
import { findStored, unlessNoChangeRequest, withoutPrecondition } from './recorded-checks.ts';

/** The port of names, if the store has it. */
interface AddedNames {
  readonly names?: Pick<NameRepository, 'add'> | undefined;
}

const PERMISSION = 'PROJECT_CHANGE_REQUEST_WRITE';

/** Returns a function that authorizes the principal in an environment of the project. */
const authorizerIn =
  ({ authorizer }: Ports<unknown>, who: Principal, projectId: string, options: CallOptions) =>
  (environment: string): ResultAsync<void, NoAccess | AuthorizerUnavailable> =>
    requirePermission(authorizer, who, PERMISSION, { projectId, environment }, options);

/** Maximum attempts of one write while concurrent writes move its change requests to other environments. */
const MAX_ATTEMPTS = 5;

interface PermittedWrite<T, E extends { readonly type: string }> {
  /** The environments that are authorized already. */
  readonly environments: Iterable<string>;
  readonly authorizeIn: ReturnType<typeof authorizerIn>;
  /** The change requests that the write may replace or remove. */
  readonly keys: readonly ChangeRequestKey[];
  /** Finds a stored change request. An error ends the write. */
  readonly find: (key: ChangeRequestKey) => ResultAsync<ScheduledChangeRequest | undefined, E>;
  /** The caller's own precondition. */
  readonly onlyIf?: Precondition | undefined;
  readonly write: (onlyIf: Precondition) => PortResult<T, E | PreconditionFailed>;
}

/**
 * Writes over stored change requests only if each of their environments is authorized. The store checks that inside the
 * write. When it finds another environment, that one is authorized, too, and the write is tried again. `NoAccess` wins
 * over `PreconditionFailed`.
 */
function writeWherePermitted<T, E extends { readonly type: string }>({
  environments,
  authorizeIn,
  keys,
  find,
  onlyIf = () => true,
  write,
}: PermittedWrite<T, E>) {
  type WriteError = E | NoAccess | AuthorizerUnavailable | StoreUnavailable | PreconditionFailed;
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

  const run = async (): Promise<Result<T, WriteError>> => {
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

type Recorded = { readonly changeRequest: ScheduledChangeRequest };

/** The precondition of a write. */
export interface Conditional {
  /** Must hold for the stored change request. */
  readonly onlyIf?: Precondition;
}

/** The ports of a write, which finds what it replaces or removes. */
type WritePorts<Credentials, Method extends keyof ScheduledChangeRequestWriter> = Ports<
  Credentials,
  {
    readonly reader: Pick<ListingReader, 'find'>;
    readonly writer: Pick<ScheduledChangeRequestWriter, Method>;
  }
>;

/**
 * Records a scheduled change request, or replaces the one with its project and id. Needs PROJECT_CHANGE_REQUEST_WRITE in
 * its project and environment, and in the environment of the one that it replaces.
 */
export const makeRecordScheduledChangeRequest = <Credentials>(
  ports: AddedNames & WritePorts<Credentials, 'put'>,
) =>
  useCase(
    ports,
    PERMISSION,
    ({ changeRequest, onlyIf }: Conditional & Recorded, principal, options) => {
      const { project: projectId, id, environment } = changeRequest;
      return unlessProblems(problemsOfNewChangeRequest(changeRequest)).asyncAndThen(() =>
        writeWherePermitted({
          environments: [environment],
          authorizeIn: authorizerIn(ports, principal, projectId, options),
          keys: [{ projectId, id }],
          find: findStored(ports.reader, options),
          onlyIf,
          write: (permitted) =>
            ports.writer.put(changeRequest, principal.name, { ...options, onlyIf: permitted }),
        }).andThrough((outcome) => addNames(ports, projectId, [changeRequest], [outcome], options)),
      );
    },
    ({ changeRequest: { project: projectId, environment } }) => ({ projectId, environment }),
  );

/** Maximum change requests per batch. */
export const MAX_BATCH = 1_000;

export interface BatchCommand extends InProject {
  /** 1 to {@link MAX_BATCH} of that project, no two with the same id. */
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

/**
 * Records scheduled change requests, or replaces those with the same ids: all or none. Needs
 * PROJECT_CHANGE_REQUEST_WRITE in the project, in each of their environments and of those that they replace.
 */
export const makeRecordScheduledChangeRequests = <Credentials>(
  ports: AddedNames & WritePorts<Credentials, 'putAll'>,
) =>
  useCase(
    ports,
    PERMISSION,
    ({ projectId, changeRequests }: BatchCommand, principal, options) => {
      const authorizeIn = authorizerIn(ports, principal, projectId, options);
      const [, ...others] = environmentsOf(changeRequests);
      return others
        .reduce<ResultAsync<void, AuthorizerError>>(
          (done, environment) => done.andThen(() => authorizeIn(environment)),
          okAsync(),
        )
        .andThen(() => unlessProblems(firstProblems(problemsOfBatch(projectId, changeRequests))))
        .andThen(() =>
          writeWherePermitted({
            environments: environmentsOf(changeRequests),
            authorizeIn,
            keys: changeRequests.map(({ id }) => ({ projectId, id })),
            find: findStored(ports.reader, options),
            write: (onlyIf) =>
              ports.writer.putAll(changeRequests, principal.name, { ...options, onlyIf }),
          })
            .mapErr(withoutPrecondition)
            .andThrough((outcomes) =>
              addNames(ports, projectId, changeRequests, outcomes, options),
            ),
        );
    },
    // An empty batch has no environment, so only the project is authorized.
    ({ projectId, changeRequests }) => {
      const [environment] = environmentsOf(changeRequests);
      return { projectId, environment };
    },
  );

/**
 * Makes the names in recorded change requests known. An error does not matter: they are recorded, and a name that is missing
 * never makes an outcome look safe.
 */
const addNames = (
  { names }: AddedNames,
  projectId: string,
  changeRequests: readonly ScheduledChangeRequest[],
  outcomes: readonly PutOutcome[],
  options: CallOptions,
): ResultAsync<void, never> => {
  const add = (areNew: boolean): ResultAsync<void, never> => {
    const some = changeRequests.filter((_, at) => (outcomes[at] === 'created') === areNew);
    const targets = distinctTargets(some.flatMap((each) => targetsOf(each)));
    const added = targets.flatMap((target) => nameOf(target) ?? []);
    return names === undefined || added.length === 0
      ? okAsync()
      : toResultAsync(names.add(projectId, added, { ...options, areNew })).orElse(() => okAsync());
  };
  return add(false).andThen(() => add(true));
};

const environmentsOf = (changeRequests: readonly ScheduledChangeRequest[]): ReadonlySet<string> =>
  new Set(changeRequests.map(({ environment }) => environment));

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
    for (const { path, expected } of problemsOfNewChangeRequest(changeRequest)) {
      yield { path: `[${index}].${path}`, expected };
    }
    if (project !== projectId) yield { path: `[${index}].project`, expected: `"${projectId}"` };
    if (first !== index) yield { path: `[${index}].id`, expected: `another id than [${first}]` };
  }
}

/** Withdraws a scheduled change request. Needs PROJECT_CHANGE_REQUEST_WRITE in its project and environment. */
export const makeWithdrawScheduledChangeRequest = <Credentials>(
  ports: WritePorts<Credentials, 'remove'>,
) =>
  useCase(
    ports,
    PERMISSION,
    ({ projectId, id, onlyIf }: ChangeRequestKey & Conditional, principal, options) => {
      const key = { projectId, id };
      const authorizeIn = authorizerIn(ports, principal, projectId, options);
      const find = () => toResultAsync(ports.reader.find(key, options));
      return unlessNoChangeRequest(key)
        .asyncAndThen(find)
        .andThrough(({ environment }) => authorizeIn(environment))
        .andThen(({ environment }) =>
          writeWherePermitted({
            environments: [environment],
            authorizeIn,
            keys: [key],
            find,
            onlyIf,
            write: (permitted) =>
              ports.writer.remove(key, principal.name, { ...options, onlyIf: permitted }),
          }),
        );
    },
    ({ projectId }) => ({ projectId }),
  );
