import {
  type Blocks,
  exchange,
  MAX_RESPONSE_BYTES,
  retry,
  retryAfterOf,
  textOf,
} from '@forewarn/client/exchange';
import { LRUCache } from 'lru-cache';
import { err, ok, Result } from 'neverthrow';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { UnleashBody } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** Unleash's admin API. A path is after `/api/admin`, such as `/projects`. */
export type UnleashApi = ReturnType<typeof unleashApi>;

/** Where Unleash is, and how to ask it. */
export interface UnleashApiOptions {
  /** The part before `/api/admin`. */
  readonly url: string;
  readonly key: string;
  /** Maximum length of a response in bytes, after decompression. */
  readonly maxResponseBytes?: number;
  /** Timeout of one try to read in milliseconds, to the last byte of the body. */
  readonly timeoutMs?: number;
  /** Maximum wait before the first retry, in milliseconds; it doubles for each further one. */
  readonly firstWaitMs?: number;
}

/** Maximum number of reads at once. Each can hold a response of 32 MB. */
const MAX_CONCURRENCY = 2;
const TIMEOUT_MS = 30_000;
const TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Maximum size of the responses that are kept for revalidation, in bytes. */
const CACHE_BYTES = 32_000_000;
const MAX_CACHED_BYTES = 4_000_000;

/** Unleash sends no such links, and a list without its other pages would look whole. Forewarn sends them. */
const NEXT = /;\s*rel="?next\b/i;

/** Maximum number of lists of which only the read values are kept for revalidation. */
const MAX_LISTS = 5_000;

/** What is kept of a response for revalidation. */
interface Kept<T> {
  readonly etag: string;
  readonly value: T;
}

export interface ReadValues<T> {
  readonly values: readonly T[];
  /** Milliseconds to wait before the next read, so that others have a part of Unleash's limit; absent if it is not near. */
  readonly pauseMs?: number;
}

/** Returns a client of Unleash's admin API. */
export function unleashApi({
  url,
  key,
  maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES,
  timeoutMs = TIMEOUT_MS,
  firstWaitMs = FIRST_WAIT_MS,
}: UnleashApiOptions) {
  const send = sender(url, key, maxBytes);
  const limit = pLimit(MAX_CONCURRENCY);
  const bodies = new LRUCache<string, Kept<UnleashBody>>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_CACHED_BYTES,
    sizeCalculation: ({ value: { blocks } }) => blocks.reduce((sum, { length }) => sum + length, 1),
  });
  const lists = new LRUCache<string, Kept<readonly unknown[]>>({ max: MAX_LISTS });

  /** Reads a path, once. Returns what is kept of it if that is as it was. */
  const readOnce = async <T extends object>(
    kept: LRUCache<string, Kept<T>>,
    path: string,
    read: (body: UnleashBody) => Result<T, UnleashFailure> | Promise<Result<T, UnleashFailure>>,
    signal?: AbortSignal,
  ): Promise<Result<{ readonly value: T; readonly response: Response }, UnleashFailure>> => {
    const known = kept.get(path);
    const sent = await send({ method: 'GET', path, etag: known?.etag, timeoutMs, signal });
    if (sent.isErr()) return err(sent.error);
    const { response } = sent.value;
    if (response.status === 304 && known !== undefined) return ok({ value: known.value, response });
    const body = bodyOf(path, sent.value);
    if (body.isErr()) return err(body.error);
    const etag = response.headers.get('ETag');
    return (await read(body.value)).map((value) => {
      if (etag !== null) kept.set(path, { etag, value });
      return { value, response };
    });
  };

  const getOnce = async (
    path: string,
    signal?: AbortSignal,
  ): Promise<Result<UnleashBody, UnleashFailure>> => {
    const read = await readOnce(bodies, path, (body) => ok(body), signal);
    return read.map(({ value, response }) => {
      const serverTime = Date.parse(response.headers.get('Date') ?? '');
      return { ...value, ...(Number.isNaN(serverTime) ? {} : { serverTime }) };
    });
  };

  const getValuesOnce = async <T>(
    path: string,
    read: (body: UnleashBody) => Promise<Result<readonly T[], UnleashFailure>>,
    signal?: AbortSignal,
  ): Promise<Result<ReadValues<T>, UnleashFailure>> => {
    const values = await readOnce(lists, path, read, signal);
    return values.map(({ value, response }) => {
      return { values: value as readonly T[], ...pauseOf(response) };
    });
  };
  const retryOptions = { tries: TRIES, firstWaitMs, longestWaitMs: LONGEST_WAIT_MS };

  return {
    /** Its address: the part before `/api/admin`. */
    url,
    /**
     * Reads a path. Retries while Unleash does not respond, no earlier than `Retry-After` says, and revalidates what it has
     * read before.
     */
    get: (path: string, signal?: AbortSignal) =>
      retry(() => limit(getOnce, path, signal), minimumWaitOf, { ...retryOptions, signal }),
    /**
     * Reads the values of a list in the same way, but keeps them instead of the body: a list of features is long, and each
     * value is short. For each path, `read` must always be the same.
     */
    getValues: async <T>(
      path: string,
      read: (body: UnleashBody) => Promise<Result<readonly T[], UnleashFailure>>,
      signal?: AbortSignal,
    ): Promise<Result<readonly T[], UnleashFailure>> => {
      const once = () => limit(getValuesOnce<T>, path, read, signal);
      return (await retry(once, minimumWaitOf, { ...retryOptions, signal })).map(
        ({ values }) => values,
      );
    },
    /** Does the same without a retry, so that a limit of Unleash holds nothing up. */
    tryValues: <T>(
      path: string,
      read: (body: UnleashBody) => Promise<Result<readonly T[], UnleashFailure>>,
      signal?: AbortSignal,
    ) => limit(getValuesOnce<T>, path, read, signal),
    /** Deletes the resource at a path. It does not retry: another resource could have the path by then. */
    delete: async (
      path: string,
      deleteTimeoutMs: number,
      signal?: AbortSignal,
    ): Promise<Result<void, UnleashFailure>> => {
      const sent = await send({ method: 'DELETE', path, timeoutMs: deleteTimeoutMs, signal });
      return sent.map(() => undefined);
    },
  };
}

/** The part of a limit that is left to others with the same address, such as people behind the same proxy. */
const SPARED = 1 / 3;

/** Returns the time until Unleash resets a limit, if little of a limit is left. The headers are those of express-rate-limit. */
function pauseOf({ headers }: Response): Pick<ReadValues<unknown>, 'pauseMs'> {
  const numberIn = (name: string): number => Number(headers.get(name) ?? Number.NaN);
  const isNear = numberIn('RateLimit-Remaining') < numberIn('RateLimit-Limit') * SPARED;
  const seconds = numberIn('RateLimit-Reset');
  return isNear && seconds >= 0 ? { pauseMs: Math.min(seconds * 1_000, LONGEST_WAIT_MS) } : {};
}

/** A path that Unleash refuses, lacks or serves in another form stays so. */
const minimumWaitOf = (got: Result<unknown, UnleashFailure>): number | undefined =>
  got.isErr() && got.error.type === 'UnleashUnavailable'
    ? (got.error.retryAfterMs ?? 0)
    : undefined;

interface UnleashRequest {
  readonly method: 'GET' | 'DELETE';
  readonly path: string;
  /** The entity tag of the cached response. */
  readonly etag?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns a function that sends a request, once. */
function sender(url: string, key: string, maxBytes: number) {
  return async ({ path, etag, ...request }: UnleashRequest) => {
    const failed = (failure: UnleashFailure) => err(failure);
    const headers = {
      Accept: 'application/json',
      Authorization: key,
      // By default, `fetch` asks for a response in full, whatever the entity tag.
      ...(etag === undefined ? {} : { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }),
    };
    const asked = { url: `${url}/api/admin${path}`, headers, maxBytes, ...request };
    const exchanged = await exchange(asked);
    if (exchanged.type === 'TooLarge') return failed({ type: 'UnleashTooLarge', path, maxBytes });
    if (exchanged.type !== 'Response') {
      return failed({ type: 'UnleashUnavailable', path, reason: exchanged.reason });
    }
    const { response, blocks } = exchanged;
    if (response.ok && request.method === 'DELETE' && blocks.length > 0) {
      return failed({ type: 'UnleashUnreadable', path, found: `a body of ${typeOf(response)}` });
    }
    const isWhole = response.ok && response.status !== PARTIAL;
    const isSuccess = isWhole || (response.status === 304 && etag !== undefined);
    return isSuccess ? ok({ response, blocks }) : failed(failureOf(path, response, blocks));
  };
}

/** Returns the body of a response, unless it is one page of several. */
function bodyOf(
  path: string,
  { response, blocks }: { readonly response: Response; readonly blocks: Blocks },
): Result<UnleashBody, UnleashFailure> {
  return NEXT.test(response.headers.get('Link') ?? '')
    ? err({ type: 'UnleashUnreadable', path, found: 'one page of a longer list' })
    : ok({ path, type: typeOf(response), blocks });
}

/** Returns the content type of a response, without parameters. */
const typeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? 'no content type').replace(/;.*/, '');

/** The status of a part of a response, for which no request asks. */
const PARTIAL = 206;
const PASSING: ReadonlySet<number> = new Set([408, 429]);

function failureOf(path: string, response: Response, blocks: Blocks): UnleashFailure {
  const { status } = response;
  if (status < 400) {
    const found = status === PARTIAL ? 'a part (206)' : `a redirect to ${placeOf(response)}`;
    return { type: 'UnleashUnreadable', path, found };
  }
  if (status === 404) {
    // That of a load balancer, for example, says nothing about Unleash.
    const found = `a 404 of ${typeOf(response)}`;
    return absenceIn(path, response, blocks) ?? { type: 'UnleashUnreadable', path, found };
  }
  if (status < 500 && !PASSING.has(status)) return { type: 'UnleashRefused', path, status };
  return {
    type: 'UnleashUnavailable',
    path,
    reason: `status ${status}`,
    ...retryAfterOf(response),
  };
}

/** Where a redirect leads, for logs: without a query, a fragment or a password, which may be secrets. */
function placeOf({ url, headers }: Response): string {
  const location = headers.get('Location');
  if (location === null || !URL.canParse(location, url)) return 'nowhere';
  const { origin, pathname } = new URL(location, url);
  return `${origin}${pathname}`;
}

/** Maximum number of blocks of an error of Unleash, which is short. */
const MAX_BLOCKS = 1;

const UNSERVED = /^The path you were looking for \(.*\) is not available\.$/;

/** Unleash's errors have an id or details, depending on its version and on where they are from. */
const errorSchema = z
  .object({
    name: z.literal('NotFoundError'),
    message: z.string(),
    id: z.string().optional(),
    details: z.array(z.unknown()).optional(),
  })
  .refine(({ id, details }) => id !== undefined || details !== undefined);

/** Returns what a 404 of Unleash says is absent. Returns undefined if it is not Unleash's own. */
function absenceIn(path: string, response: Response, blocks: Blocks): UnleashFailure | undefined {
  if (!typeOf(response).includes('json') || blocks.length > MAX_BLOCKS) return undefined;
  const error = parse(textOf(blocks)).map((json) => errorSchema.safeParse(json).data);
  const { message } = error.unwrapOr(undefined) ?? {};
  return message === undefined
    ? undefined
    : { type: 'UnleashAbsent', path, isServed: !UNSERVED.test(message) };
}

const parse = Result.fromThrowable((text: string): unknown => JSON.parse(text));
