import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { AuthorizerError } from '../errors.ts';
import type { Permission } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';
import type { Scope } from '../model/scope.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';

export interface AdmitQuery<Credentials> extends Scope, CallOptions {
  readonly credentials: Credentials;
  /** Undefined where authentication is enough. */
  readonly permission: Permission | undefined;
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
  return ({ credentials, permission, projectId, environment, signal }) =>
    authorizer
      .authenticate(credentials, { signal })
      .andThen((principal): Result<Principal, never> | ResultAsync<Principal, AuthorizerError> =>
        permission === undefined
          ? ok(principal)
          : authorizer
              .authorize(principal, permission, { projectId, environment }, { signal })
              .andThen(() => ok(principal)),
      );
}
