import type { Admissions, BadData, Permission } from '@forewarn/core';
import type { UseCases } from '@forewarn/use-cases';
import { badData } from '@forewarn/record';
import { parseWith, type QueryParameter } from '@forewarn/wire';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import type { Exchange } from '../exchange.ts';
import type { HeavyWork } from './heavy-work.ts';
import { readJson } from './read-json.ts';
import type { SharedWork } from './shared-work.ts';

/** The parts of a request that a route gets. */
export type AdminRequest = ReturnType<typeof adminRequest>;

export function adminRequest(
  exchange: Exchange,
  credentials: unknown,
  { permission, path }: { readonly permission: Permission | undefined; readonly path: string },
  admit: UseCases<unknown>['admit'],
  runHeavily: HeavyWork,
) {
  const isStrict = prefersStrict(exchange.header('prefer') ?? '');
  const { params, querystring, signal } = exchange;
  const admissions: Admissions = new Map();
  const caller = { credentials, signal, admissions };
  // The host's own routers can have left a parameter of this name.
  const projectId = path.includes('/:projectId') ? params['projectId'] : undefined;
  const admitted = () => admit({ ...caller, permission, projectId });
  return {
    /** Part of each command: the credentials, and the signal that ends the work once the client has a 503. */
    caller,
    /** Whether unknown parameters and unknown or repeated fields are an error: `Prefer: handling=strict`. */
    isStrict,
    /** The decoded path segment at `:name`; empty if the path has none. */
    param: (name: string): string => params[name] ?? '',
    query: () => decodeQuery(querystring),
    querystring,
    /** The query with its broken encoding, for a route that ignores most of it. */
    lenientQuery: () => queryParameters(querystring),
    /** The value of a header; undefined if it is absent. */
    header: (name: string): string | undefined => exchange.header(name.toLowerCase()),
    /**
     * Reads the body as JSON of a schema, if the caller has the route's permission in the project of the path.
     *
     * @param isStrictBody whether unknown and repeated fields are an error
     * @param isUnique whether repeated fields are an error; by default, as `isStrictBody`
     */
    readBody: <T>(
      schema: z.ZodType<T>,
      isStrictBody = isStrict,
      isUnique = isStrictBody,
    ): ResultAsync<T, AdminError> =>
      admitted()
        .andThen(() => readJson(exchange, isUnique))
        .andThen((body) => parseWith(schema, body, isStrictBody)),
    /**
     * Runs work that can take much memory or time, if the caller has the route's permission in the project of the path. Callers
     * take turns. A read ends when its client leaves.
     *
     * @param how.isLarge whether it can take very much; such work runs one at a time
     * @param how.shared the work that other requests of the caller share, by what they ask for
     */
    heavily: <T>(
      work: (signal: AbortSignal | undefined) => ResultAsync<T, AdminError>,
      { isLarge, shared }: HowHeavy<T> = {},
    ): ResultAsync<T, AdminError> =>
      admitted().andThen(({ name }) => {
        if (exchange.method !== 'DELETE') exchange.endWithClient?.();
        if (shared === undefined) return runHeavily(name, signal, () => work(signal), isLarge);
        return shared.by.join(JSON.stringify([name, shared.key]), signal, (ending, begin) => {
          const begun = () => {
            begin();
            return work(ending);
          };
          return runHeavily(name, ending, begun, isLarge);
        });
      }),
    /** The path as the client wrote it, without a slash at its end. */
    path: (exchange.originalPath.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, ''),
  };
}

interface HowHeavy<T> {
  readonly isLarge?: boolean;
  readonly shared?: { readonly by: SharedWork<T, AdminError>; readonly key: string };
}

const BEARER = /^bearer +/i;

/** Returns the API key in an Authorization header, bare or after `Bearer `; undefined if there is none. */
export function apiKeyIn(authorization: string | undefined): string | undefined {
  const key = authorization?.replace(BEARER, '').trim();
  return key === '' ? undefined : key;
}

// A comma inside quotes separates nothing.
const PREFERENCE = /(?:[^,"]|"[^"]*")+/g;
const HANDLING = /^\s*handling\s*=\s*"?(?<handling>[^\s;"]*)/i;

/** Whether a `Prefer` header (RFC 7240) has `handling=strict`. Only the first `handling` counts. */
export function prefersStrict(prefer: string): boolean {
  const [first] = (prefer.match(PREFERENCE) ?? []).flatMap(
    (preference) => HANDLING.exec(preference)?.groups?.['handling'] ?? [],
  );
  return first?.toLowerCase() === 'strict';
}

/** Returns the API key in a query; undefined if it has none, or several. */
export function keyInQuery(querystring: string): string | undefined {
  const [first, ...others] = queryParameters(querystring).filter(([name]) => name === 'key');
  return others.length > 0 ? undefined : first?.[1] || undefined;
}

const ENCODED = 'percent-encoded UTF-8';

/** Decodes a query string. Broken encoding is an error, not a guess. */
export function decodeQuery(querystring: string): Result<readonly QueryParameter[], BadData> {
  if (!canBeDecoded(querystring)) {
    const broken = querystring.split('&').find((part) => !canBeDecoded(part));
    return err(badData(`the query's "${broken}"`, ENCODED));
  }
  return ok(queryParameters(querystring));
}

/** Decodes a query string. Broken encoding stays as it is, so that it equals no known name or value. */
export function queryParameters(querystring: string): readonly QueryParameter[] {
  // URLSearchParams drops a leading "?", which may be part of a name.
  const parameters = [...new URLSearchParams(`?${querystring}`)];
  return querystring.includes('[') || querystring.includes('%5')
    ? parameters.map(([name, value]) => [ELEMENT.exec(name)?.groups?.['list'] ?? name, value])
    : parameters;
}

// Clients write the elements of a list as `name[]` or `name[0]`, and Express, which Unleash runs on, reads both as `name`.
// `name[key]` is a field of an object there.
const ELEMENT = /^(?<list>[^[\]]+)(?:\[\])*\[(?:0|[1-9]\d*)?\]$/;

/** Checks that a path can be decoded. The router decodes its parameters once. */
export function checkPath(path: string): Result<void, BadData> {
  return canBeDecoded(path) ? ok() : err(badData('the path', ENCODED));
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
