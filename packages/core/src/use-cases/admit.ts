import { err, type Result, ResultAsync } from 'neverthrow';
import type { AuthorizerError } from '../errors.ts';
import type { Permission } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';
import type { Scope } from '../model/scope.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import { authenticate, authorize } from './ask-authorizer.ts';

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
