import { errAsync, okAsync } from 'neverthrow';
import type { Authorizer, AuthorizerError } from '../src/index.ts';

/** Lets everybody do everything, as `alice`, and writes down what it was asked. */
export const allowing = (calls: unknown[]): Authorizer<string> => ({
  authorize: (request) => {
    calls.push(['authorize', request]);
    return okAsync({ name: 'alice' });
  },
});

/** Lets nobody do anything. */
export const refusing = (error: AuthorizerError): Authorizer<string> => ({
  authorize: () => errAsync(error),
});

/** Every way to refuse. A new one does not compile until it is here. */
const BY_TYPE: { readonly [Type in AuthorizerError['type']]: AuthorizerError & { type: Type } } = {
  AuthenticationRequired: { type: 'AuthenticationRequired' },
  NoAccess: {
    type: 'NoAccess',
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    projectId: 'default',
    environment: 'production',
  },
  TooManyAttempts: { type: 'TooManyAttempts', retryAfterSeconds: 60 },
  AuthorizerUnavailable: { type: 'AuthorizerUnavailable', cause: new Error('no route to host') },
};

export const REFUSALS: readonly AuthorizerError[] = Object.values(BY_TYPE);
