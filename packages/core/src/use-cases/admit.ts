import { type Result, ResultAsync, err } from 'neverthrow';
import type { AuthorizerError, AuthorizerUnavailable, NoAccess } from '../errors.ts';
import type { Permission, Principal, Scope } from '../model/permission.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';

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

/** Calls `authorize`. Throws unless it returns a result. */
export const authorize = (
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

export interface AdmitQuery<Credentials> extends Scope, CallOptions {
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
) => ResultAsync<Principal, AuthorizerError>;

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
    const result = await authorize(authorizer, principal.value, permission, scope, { signal });
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
