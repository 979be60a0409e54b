import type {
  AuthenticationRequired,
  AuthorizerUnavailable,
  NoAccess,
  TooManyAttempts,
} from './errors.ts';
import type { Permission, Principal, Scope } from './permission.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

/**
 * Decides who may do what.
 *
 * - `Credentials` is what identifies a caller on the platform: an API key or a session.
 * - `P` is what the authorizer knows about an authenticated caller. `authorize` and `permitted` only get principals that
 *   `authenticate` of the same authorizer returned.
 *
 * Each request asks each question once. A method that returns anything but a result, or a principal without a name, is a bug:
 * the request fails, and nothing is permitted.
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
  ): PortResult<P, AuthenticationRequired | TooManyAttempts | AuthorizerUnavailable>;

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
  ): PortResult<void, NoAccess | AuthorizerUnavailable>;

  /**
   * Returns those of the projects in which a principal has a permission. Where it is absent, `authorize` is called for each
   * project, at most 16 at once, so write it where a decision takes a call to another service.
   *
   * - It must return the ids for which `authorize` succeeds in the scope of the project, in any order. An id that was not asked
   *   about is ignored.
   * - It must return `AuthorizerUnavailable`, never a shorter list, when it can't tell about one of them.
   */
  permitted?(
    principal: P,
    permission: Permission,
    projectIds: readonly string[],
    options?: CallOptions,
  ): PortResult<readonly string[], AuthorizerUnavailable>;

  /**
   * Returns the ids of the only projects in which a principal can have a permission; undefined if it is not limited to some.
   * Where it is present, what a limited principal asks for costs as much as these projects, not as much as there are.
   */
  limitedTo?(principal: P): readonly string[] | undefined;
}
