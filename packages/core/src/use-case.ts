import { err, type Result, ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  AuthorizerUnavailable,
  NoAccess,
  ProjectNotFound,
  StoreUnavailable,
  StrategyNotFound,
} from './errors.ts';
import type { Permission, Principal, Scope } from './permission.ts';
import type { Authorizer } from './authorizer.ts';
import type { CallOptions } from './call-options.ts';
import { type OrCustom, type PortResult, toResultAsync } from './port-result.ts';
import { unlessNoProject, unlessNoStrategy } from './checks.ts';

/** A function of an input and the caller's credentials. `E` is its errors besides those of the authorizer and the store. */
export type UseCase<Credentials, Input, Output, E = never> = (
  input: Input &
    CallOptions & {
      readonly credentials: Credentials;
      readonly admissions?: Admissions | undefined;
    },
) => ResultAsync<Output, OrCustom<E | AuthorizerError | StoreUnavailable>>;

/** The errors that a use case can return: `ErrorOf<UseCases<string>['deleteStrategy']>`. */
export type ErrorOf<Case extends (input: never) => ResultAsync<unknown, unknown>> =
  ReturnType<Case> extends ResultAsync<unknown, infer E> ? E : never;

/** The authorizer, and the ports that a use case calls: `Ports<string, { reader: SearchReader }>`. */
export type Ports<Credentials, Called extends object = object> = {
  readonly authorizer: Authorizer<Credentials>;
} & Called;

/** The work of a use case for an admitted caller. */
type Run<Input, Output, E> = (
  input: Input,
  principal: Principal,
  options: CallOptions,
) => PortResult<Output, E>;

/**
 * Makes a use case. Its caller needs the permission in the scope; authentication is enough where there is none. Nothing else
 * of the input is looked at before.
 */
export function useCase<Credentials, Input, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission | undefined,
  run: Run<Input, Output, E>,
  scopeOf: (input: Input) => Scope = () => ({}),
): UseCase<Credentials, Input, Output, E> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal, ...rest }) => {
    const input = rest as Input;
    return admit({ credentials, admissions, signal, permission, ...scopeOf(input) }).andThen(
      (principal) => toResultAsync(run(input, principal, { signal })),
    );
  };
}

/** Names a project. */
export interface InProject {
  readonly projectId: string;
}

/** Makes a use case of one project, in which its caller needs the permission. */
export const projectUseCase = <Credentials, Input extends InProject, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission,
  run: Run<Input, Output, E>,
): UseCase<Credentials, Input, Output, E | ProjectNotFound> =>
  useCase(
    ports,
    permission,
    (input: Input, principal, options) =>
      unlessNoProject(input.projectId).asyncAndThen(() =>
        toResultAsync(run(input, principal, options)),
      ),
    ({ projectId }) => ({ projectId }),
  );

/** Names a strategy definition. */
export interface OfStrategy {
  readonly name: string;
}

/** Makes a use case of one strategy definition. */
export const strategyUseCase = <Credentials, Input extends OfStrategy, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission | undefined,
  run: Run<Input, Output, E>,
): UseCase<Credentials, Input, Output, E | StrategyNotFound> =>
  useCase(ports, permission, (input: Input, principal, options) =>
    unlessNoStrategy(input.name).asyncAndThen(() => toResultAsync(run(input, principal, options))),
  );

/** Calls `authenticate`. Throws unless it returns a result, and a principal with a name. */
async function authenticate<Credentials>(
  authorizer: Authorizer<Credentials>,
  credentials: Credentials,
  options: CallOptions,
): Promise<Result<Principal, Exclude<AuthorizerError, NoAccess>>> {
  const result = resultOf('authenticate', await authorizer.authenticate(credentials, options));
  if (result.isErr()) return result;
  const name: unknown = (result.value as Partial<Principal> | undefined | null)?.name;
  if (typeof name !== 'string' || name === '') throw invalid('authenticate', 'a name');
  return result;
}

/** Asks an authorizer for a permission. Throws unless it returns a result. */
export const requirePermission = (
  ...call: Parameters<typeof authorized>
): ResultAsync<void, NoAccess | AuthorizerUnavailable> => new ResultAsync(authorized(...call));

async function authorized(
  authorizer: Authorizer<unknown>,
  ...call: Parameters<Authorizer<unknown>['authorize']>
): Promise<Result<void, NoAccess | AuthorizerUnavailable>> {
  const result = resultOf('authorize', await authorizer.authorize(...call));
  // A host that returns whether the principal has the permission must not permit everything.
  const value: unknown = result.unwrapOr(undefined);
  if (value === false) throw invalid('authorize', 'NoAccess instead of false');
  return result;
}

/** Returns what an authorizer returned. Throws if that is no result: TypeScript does not check every host. */
export function resultOf<T, E>(method: keyof Authorizer<unknown>, returned: Result<T, E>) {
  const result = returned as Partial<Result<T, E>> | undefined | null;
  if (typeof result?.isErr !== 'function') throw invalid(method, 'a result of neverthrow');
  return returned;
}

/** The bug of a host whose authorizer returns something else than expected. */
export const invalid = (method: keyof Authorizer<unknown>, expected: string): TypeError =>
  new TypeError(`${method} of the authorizer must return ${expected}`);

/**
 * What the authorizer said about the caller of one request, so that it is asked once. An adapter that checks a caller before
 * it calls a use case makes an empty one for each request, never for longer: it would outlive a revoked permission.
 */
export type Admissions = Map<string, ResultAsync<Principal, AuthorizerError>>;

interface AdmitQuery<Credentials> extends Scope, CallOptions {
  readonly credentials: Credentials;
  /** Undefined where authentication is enough. */
  readonly permission: Permission | undefined;
  readonly admissions?: Admissions | undefined;
}

/**
 * Returns the principal of the credentials if it has the permission in the scope. An adapter calls it before it reads
 * any input, so that an unauthorized caller learns and costs nothing.
 */
export type Admit<Credentials> = (
  query: AdmitQuery<Credentials>,
) => ResultAsync<Principal, OrCustom<AuthorizerError>>;

/** Makes the use case that authenticates and authorizes a caller: {@link Admit}. */
export function makeAdmit<Credentials>({
  authorizer,
}: {
  readonly authorizer: Authorizer<Credentials>;
}): Admit<Credentials> {
  const authenticated = ({ credentials, signal, admissions }: AdmitQuery<Credentials>) =>
    once(admissions, '', () => authenticate(authorizer, credentials, { signal }));

  const admitted = async (
    query: AdmitQuery<Credentials>,
    permission: Permission,
  ): Promise<Result<Principal, AuthorizerError>> => {
    const principal = await authenticated(query);
    if (principal.isErr()) return principal;
    const { projectId, environment, signal } = query;
    const scope = { projectId, environment };
    const result = await requirePermission(authorizer, principal.value, permission, scope, {
      signal,
    });
    return result.isErr() ? err(result.error) : principal;
  };

  return (query) => {
    const { permission, projectId, environment, admissions } = query;
    return permission === undefined
      ? authenticated(query)
      : once(admissions, JSON.stringify([permission, projectId, environment]), () =>
          admitted(query, permission),
        );
  };
}

function once(
  admissions: Admissions | undefined,
  key: string,
  ask: () => Promise<Result<Principal, AuthorizerError>>,
): ResultAsync<Principal, AuthorizerError> {
  const known = admissions?.get(key);
  if (known !== undefined) return known;
  const asked = new ResultAsync(ask());
  admissions?.set(key, asked);
  return asked;
}
