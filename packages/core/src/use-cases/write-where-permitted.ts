import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type {
  AuthorizerUnavailable,
  NoAccess,
  PreconditionFailed,
  StoreUnavailable,
} from '../errors.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { Precondition } from '../ports/scheduled-change-request-writer.ts';

/** Maximum attempts of one write while concurrent writes move its change requests to other environments. */
const MAX_ATTEMPTS = 5;

export interface PermittedWrite<T, E extends { readonly type: string }> {
  /** The environments that are authorized already. */
  readonly environments: Iterable<string>;
  readonly authorize: (environment: string) => ResultAsync<void, NoAccess | AuthorizerUnavailable>;
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
  authorize,
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
        const authorized = await authorize(environment);
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
