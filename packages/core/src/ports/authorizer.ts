import type { ResultAsync } from 'neverthrow';
import type {
  AuthenticationRequired,
  AuthorizerUnavailable,
  NoAccess,
  TooManyAttempts,
} from '../errors.ts';
import type { Permission } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';
import type { Scope } from '../model/scope.ts';
import type { CallOptions } from './call-options.ts';

/**
 * Decides who may do what.
 *
 * - `Credentials` is what identifies a caller on the platform: an API key or a session.
 * - `P` is what the authorizer knows about an authenticated caller. `authorize` only gets principals that
 *   `authenticate` of the same authorizer returned.
 */
export interface Authorizer<Credentials, P extends Principal = Principal> {
  /**
   * Returns the principal that the credentials belong to. It must return
   * - `AuthenticationRequired` for missing or invalid credentials,
   * - `TooManyAttempts` only in place of `AuthenticationRequired`, never for valid credentials,
   * - `AuthorizerUnavailable` when it can't tell at the moment: it must never guess.
   */
  authenticate(
    credentials: Credentials,
    options?: CallOptions,
  ): ResultAsync<P, AuthenticationRequired | TooManyAttempts | AuthorizerUnavailable>;

  /**
   * Checks that a principal has a permission. In a scope with a project and no environment, having it in at least one
   * environment of the project is enough. It must return
   * - `NoAccess`, with the permission and the scope, when the principal lacks it, whether or not the project exists,
   * - `AuthorizerUnavailable` when it can't tell at the moment: it must never guess.
   */
  authorize(
    principal: P,
    permission: Permission,
    scope: Scope,
    options?: CallOptions,
  ): ResultAsync<void, NoAccess | AuthorizerUnavailable>;
}
