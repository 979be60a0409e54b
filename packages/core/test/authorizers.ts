import { errAsync, okAsync } from 'neverthrow';
import type { Authorizer } from '../src/authorizer.ts';
import type { AuthorizerError } from '../src/errors.ts';
import type { Permission, Scope } from '../src/permission.ts';

/** Permits everything to the principal `alice`, and records its calls. */
export const allowing = (calls: unknown[]): Authorizer<string> => ({
  authenticate: (credentials) => {
    calls.push(['authenticate', credentials]);
    return okAsync({ name: 'alice' });
  },
  authorize: ({ name }, permission, scope) => {
    calls.push(['authorize', name, permission, scope]);
    return okAsync();
  },
});

/** The calls of {@link allowing} for a use case that needs a permission. */
export const admitted = (permission: Permission, scope: Scope = {}): readonly unknown[] => [
  ['authenticate', 'key'],
  ['authorize', 'alice', permission, scope],
];

/** Refuses every call, at the earliest one that can return the error. */
export const refusing = (error: AuthorizerError): Authorizer<string> =>
  error.type === 'NoAccess'
    ? { authenticate: () => okAsync({ name: 'alice' }), authorize: () => errAsync(error) }
    : { authenticate: () => errAsync(error), authorize: () => okAsync() };

/** Each kind of refusal. A new one does not compile until it is here. */
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

/** The errors of `authenticate`. */
export const UNAUTHENTICATED = REFUSALS.filter(({ type }) => type !== 'NoAccess');
