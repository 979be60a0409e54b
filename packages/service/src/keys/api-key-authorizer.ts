import { timingSafeEqual } from 'node:crypto';
import type { ApiKey, AuthorizationRequest, Authorizer, NoAccess } from '@forewarn/core';
import { err, errAsync, ok, okAsync } from 'neverthrow';
import { hashSecret } from './api-key-secret.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { KeyCache } from './key-cache.ts';

/** Knows who may do what by API keys. */
export function apiKeyAuthorizer(keys: KeyCache): Authorizer<ClientCredentials> {
  return {
    authorize: (request) => {
      const { key: secret, address } = request.credentials;
      if (secret === undefined) return errAsync({ type: 'AuthenticationRequired' });
      const secretHash = hashSecret(secret);
      const cached = keys.cached(secretHash);
      if (cached !== undefined) {
        return permits(cached, request)
          ? okAsync({ name: cached.name })
          : errAsync(noAccess(request));
      }
      return keys
        .find(secretHash, address)
        .mapErr((error) =>
          error.type === 'TooManyAttempts'
            ? error
            : { type: 'AuthorizerUnavailable' as const, cause: error.cause },
        )
        .andThen((key) => {
          if (key === undefined || !isSame(key.secretHash, secretHash)) {
            return err({ type: 'AuthenticationRequired' as const });
          }
          return permits(key, request) ? ok({ name: key.name }) : err(noAccess(request));
        });
    },
  };
}

/**
 * A key that is limited to projects has its permissions in these. Outside projects it has those that it names:
 * ADMIN of some projects is not ADMIN of what belongs to none.
 */
function permits(
  { permissions, projects }: ApiKey,
  { permission, projectId }: Pick<AuthorizationRequest<unknown>, 'permission' | 'projectId'>,
): boolean {
  const isNamed = permission === 'NONE' || permissions.includes(permission);
  const isAdmin = permissions.includes('ADMIN');
  if (projects === undefined) return isNamed || isAdmin;
  if (projectId === undefined) return isNamed && permission !== 'ADMIN';
  return projects.includes(projectId) && (isNamed || isAdmin);
}

function noAccess({ permission, projectId, environment }: AuthorizationRequest<unknown>): NoAccess {
  return {
    type: 'NoAccess',
    permission,
    ...(projectId === undefined ? {} : { projectId }),
    ...(environment === undefined ? {} : { environment }),
  };
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
