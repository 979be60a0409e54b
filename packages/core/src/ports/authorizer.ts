import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError } from '../errors.ts';
import type { Permission } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';

/** A question to the authorizer: may whoever holds these credentials do this, there? */
export interface AuthorizationRequest<Credentials> {
  readonly credentials: Credentials;
  readonly permission: Permission;
  /** The project concerned; absent for what belongs to no project. */
  readonly projectId?: string;
  /** The environment concerned, where there is one. */
  readonly environment?: string;
}

/**
 * Knows who may do what. `Credentials` is whatever the platform tells people apart by: an API key, a session.
 */
export interface Authorizer<Credentials> {
  /**
   * Answers the principal that the credentials belong to. It must answer
   * - `AuthenticationRequired` for credentials that are missing or that nobody has,
   * - `NoAccess`, naming the permission and the project and environment that were asked about, for a principal that
   *   lacks it, whether or not the project exists,
   * - `TooManyAttempts` only in place of `AuthenticationRequired`, never for credentials that somebody has,
   * - `AuthorizerUnavailable` when it can't tell now: never a guess.
   */
  authorize(request: AuthorizationRequest<Credentials>): ResultAsync<Principal, AuthorizerError>;
}
