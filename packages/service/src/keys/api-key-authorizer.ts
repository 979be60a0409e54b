import { timingSafeEqual } from 'node:crypto';
import type { Authorizer, Permission, Scope } from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { err, errAsync, ok, okAsync } from 'neverthrow';
import { hashSecret } from './api-key-secret.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { KeyCache } from './key-cache.ts';

/** What the authorizer knows about the holder of an API key. */
export type ApiKeyPrincipal = Pick<ApiKey, 'name' | 'permissions' | 'projects'>;

/** Authenticates by API key, and authorizes by the key's permissions and projects. */
export function apiKeyAuthorizer(keys: KeyCache): Authorizer<ClientCredentials, ApiKeyPrincipal> {
  return {
    authenticate: ({ key: secret, address }, options) => {
      if (secret === undefined) return errAsync({ type: 'AuthenticationRequired' });
      const secretHash = hashSecret(secret);
      const cached = keys.cached(secretHash);
      if (cached !== undefined) return okAsync(cached);
      return keys
        .find(secretHash, address, options)
        .mapErr((error) =>
          error.type === 'TooManyAttempts'
            ? error
            : { type: 'AuthorizerUnavailable' as const, cause: error.cause },
        )
        .andThen((key) =>
          key !== undefined && isSame(key.secretHash, secretHash)
            ? ok(key)
            : err({ type: 'AuthenticationRequired' as const }),
        );
    },

    authorize: (principal, permission, scope) =>
      permits(principal, permission, scope)
        ? okAsync()
        : errAsync({ type: 'NoAccess', permission, ...scope }),
  };
}

/**
 * A key that is limited to projects has its permissions in these projects. Outside of projects it has only the
 * permissions that it names: ADMIN of some projects is not ADMIN of what belongs to none.
 */
function permits(
  { permissions, projects }: ApiKeyPrincipal,
  permission: Permission,
  { projectId }: Scope,
): boolean {
  const isNamed = permissions.includes(permission);
  const isAdmin = permissions.includes('ADMIN');
  if (projects === undefined) return isNamed || isAdmin;
  if (projectId === undefined) return isNamed && permission !== 'ADMIN';
  return projects.includes(projectId) && (isNamed || isAdmin);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
