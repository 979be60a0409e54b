import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthenticationRequired, Authorizer, Permission, Scope } from '@forewarn/core';
import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { ServiceLog } from '../service-log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type KeyCache, keyCache } from './key-cache.ts';
import { browserAuthentication } from './browser-authentication.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { ApiKeyPrincipal, KnownKeys } from './known-key.ts';
import { type KnownSessions, sessionKeys } from './known-session.ts';
import { identifyBy, type TrustedIdentity } from './trusted-identity.ts';

/** How an authorizer of API keys is observed, and who it knows without a key. */
interface ApiKeyAuthorizerOptions {
  readonly log?: ServiceLog;
  readonly telemetry?: Telemetry;
  /** The sessions of browsers that signed in with a key: the `sessions` of a store. */
  readonly sessions?: KnownSessions | undefined;
  /** The proxies that say who a user is. */
  readonly identity?: TrustedIdentity | undefined;
}

/**
 * Authenticates by API key, or by a session of one, and authorizes by the key's permissions and projects. A key or a session that
 * ends on another node works for 4 seconds at most. Each address gets 20 invalid keys a minute.
 */
export function apiKeyAuthorizer(
  keys: KnownKeys,
  { log, telemetry, sessions, identity }: ApiKeyAuthorizerOptions = {},
): Authorizer<ClientCredentials, ApiKeyPrincipal> {
  const onRefused = (address: string) =>
    log?.warn({ address }, 'too many invalid API keys from one address');
  const byKey = cachedKeyAuthorizer(keyCache(keys, onRefused, telemetry?.metrics.keyLookedUp));
  if (sessions === undefined && identity === undefined) return byKey;
  const bySession =
    sessions && cachedKeyAuthorizer(keyCache(sessionKeys(sessions, keys), onRefused));
  const withoutKey = browserAuthentication(bySession, identity && identifyBy(identity));
  return {
    ...byKey,
    authenticate: (credentials, options) =>
      credentials.key === undefined && credentials.isInQuery !== true
        ? withoutKey(credentials, options)
        : byKey.authenticate(credentials, options),
  };
}

/** The authorizer over a cache of keys. */
export function cachedKeyAuthorizer(
  keys: KeyCache,
): Authorizer<ClientCredentials, ApiKeyPrincipal> {
  return {
    authenticate: ({ key: secret, isInQuery = false, address, onNamed }, options) => {
      const unknown = {
        type: 'AuthenticationRequired',
        ...(isInQuery ? NO_CALENDAR_KEY : {}),
      } as const;
      if (secret === undefined) return errAsync(unknown);
      const secretHash = hashSecret(secret);
      const cached = keys.cached(secretHash);
      if (cached !== undefined)
        return new ResultAsync(Promise.resolve(unlessMisplaced(cached, isInQuery, onNamed)));
      return keys
        .find(secretHash, address, options)
        .mapErr((error) =>
          error.type === 'TooManyAttempts'
            ? error
            : { type: 'AuthorizerUnavailable' as const, cause: error.cause },
        )
        .andThen((key) =>
          key !== undefined && isSame(key.secretHash, secretHash)
            ? unlessMisplaced(key, isInQuery, onNamed)
            : err(unknown),
        );
    },

    authorize: (principal, permission, scope) =>
      permits(principal, permission, scope)
        ? okAsync()
        : errAsync({ type: 'NoAccess', permission, ...scope }),

    limitedTo: ({ projects }) => projects,

    permitted: ({ permissions, projects }, permission, projectIds) =>
      okAsync(
        permissions.includes(permission) || permissions.includes('ADMIN')
          ? (projects ?? projectIds)
          : [],
      ),
  };
}

const CREATE = 'forewarn keys create NAME --permission READ_CALENDAR';

const NO_CALENDAR_KEY = {
  reason: `The address of the calendar needs ?key= and a valid key, made with "${CREATE}".`,
};

/** A URL ends up in logs and histories. So a key in a query may only read calendars, and such a key is valid nowhere else. */
function unlessMisplaced(
  key: ApiKeyPrincipal,
  isInQuery: boolean,
  onNamed: ClientCredentials['onNamed'],
): Result<ApiKeyPrincipal, AuthenticationRequired> {
  onNamed?.(key.name);
  const isOfCalendar =
    key.permissions.length > 0 && key.permissions.every((each) => each === 'READ_CALENDAR');
  if (isOfCalendar === isInQuery) return ok(key);
  const reason = isInQuery
    ? `This key may do more than read a calendar, and addresses leak. Revoke it, and use one made with "${CREATE}".`
    : 'This key is for the address of a calendar only, as ?key=. Send another key in the Authorization header.';
  return err({ type: 'AuthenticationRequired', reason });
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
  return (isNamed || isAdmin) && setOf(projects).has(projectId);
}

/** The projects of each key in memory, of which there can be thousands. */
const SETS = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(projects: readonly string[]): ReadonlySet<string> {
  const known = SETS.get(projects) ?? new Set(projects);
  SETS.set(projects, known);
  return known;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

const SECRET_BYTES = 32;

/** Makes a secret of 256 random bits, as text that a double click selects. */
export function newSecret(): string {
  return `fw_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The stored form of a secret. A fast hash is enough, because 256 random bits can't be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
