import { type AuthenticationRequired, type Authorizer, toResultAsync } from '@forewarn/core';
import { err, errAsync, type Result, ResultAsync } from 'neverthrow';
import type { ClientCredentials } from './client-credentials.ts';
import type { ApiKeyPrincipal } from './known-key.ts';
import { isOfPage, sessionTokenIn } from './session-token.ts';
import type { Identify } from './trusted-identity.ts';

type Authenticate = Authorizer<ClientCredentials, ApiKeyPrincipal>['authenticate'];

/**
 * Makes what authenticates a request without a key: by the session in its cookie or, if there is none that is valid, by the
 * user that a trusted proxy names. A browser sends either by itself, even if another site asked it to.
 */
export function browserAuthentication(
  sessions: Pick<Authorizer<ClientCredentials, ApiKeyPrincipal>, 'authenticate'> | undefined,
  identify: Identify | undefined,
): Authenticate {
  return ({ request, address, onNamed }, options) => {
    const user = request && identify?.(request);
    const token = sessions && sessionTokenIn(request?.headers.cookie);
    if (request === undefined || (token === undefined && user === undefined)) {
      return errAsync({ type: 'AuthenticationRequired' });
    }
    if (!isOfPage(request))
      return errAsync({ type: 'AuthenticationRequired', reason: NOT_OF_PAGE });
    const asUser = async (): Promise<Result<ApiKeyPrincipal, AuthenticationRequired>> => {
      if (user?.isOk() === true) onNamed?.(user.value.name);
      return user ?? ENDED;
    };
    if (token === undefined || sessions === undefined) return asUser();
    const asSession = sessions.authenticate({ key: token, address, onNamed }, options);
    return toResultAsync(asSession).orElse((error) => {
      const isLate = error.type === 'TooManyAttempts' && user === undefined;
      return isLate || error.type === 'AuthorizerUnavailable'
        ? errAsync(error)
        : new ResultAsync(asUser());
    });
  };
}

const ENDED = err({
  type: 'AuthenticationRequired',
  reason: 'This session has ended. Sign in again, or send a valid API key.',
} as const);

const NOT_OF_PAGE =
  'A session, or a user of a proxy, can change something only in the page. Send an API key in the Authorization header.';
