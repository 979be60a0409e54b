import { type Blocks, MAX_RESPONSE_BYTES, retry } from '@forewarn/client/exchange';
import { LRUCache } from 'lru-cache';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import { sendToUnleash, typeOf, type UnleashAddress } from './send-to-unleash.ts';
import type { UnleashBody } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** Unleash's admin API. A path is after `/api/admin`, such as `/projects`. */
export interface UnleashApi {
  /** Its address: the part before `/api/admin`. */
  readonly url: string;

  /**
   * Reads a path. Retries while Unleash does not respond, no earlier than `Retry-After` says, and revalidates what it has
   * read before.
   */
  get(path: string, signal?: AbortSignal): Promise<Result<UnleashBody, UnleashFailure>>;

  /**
   * Deletes the resource at a path. It does not retry: another resource could have the path by then.
   *
   * @param timeoutMs timeout in milliseconds
   */
  delete(
    path: string,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Result<void, UnleashFailure>>;
}

/** Where Unleash is, and how to ask it. */
export interface UnleashApiOptions extends UnleashAddress {
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

interface Cached {
  readonly etag: string;
  readonly type: string;
  readonly blocks: Blocks;
}

/** Returns a client of Unleash's admin API. */
export function unleashApi({
  url,
  key,
  maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES,
  timeoutMs = TIMEOUT_MS,
  firstWaitMs = FIRST_WAIT_MS,
}: UnleashApiOptions): UnleashApi {
  const address = { url, key };
  const limit = pLimit(MAX_CONCURRENCY);
  const cache = new LRUCache<string, Cached>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_CACHED_BYTES,
    sizeCalculation: ({ blocks }) => blocks.reduce((sum, { length }) => sum + length, 1),
  });

  const getOnce = async (
    path: string,
    signal?: AbortSignal,
  ): Promise<Result<UnleashBody, UnleashFailure>> => {
    const cached = cache.get(path);
    const etag = cached?.etag;
    const request = { method: 'GET', path, etag, timeoutMs, maxBytes, signal } as const;
    const sent = await sendToUnleash(address, request);
    if (sent.isErr()) return err(sent.error);
    const { response, blocks } = sent.value;
    const time = Date.parse(response.headers.get('Date') ?? '');
    const serverTime = Number.isNaN(time) ? {} : { serverTime: time };
    if (response.status === 304 && cached !== undefined) {
      return ok({ path, type: cached.type, blocks: cached.blocks, ...serverTime });
    }
    if (NEXT.test(response.headers.get('Link') ?? '')) {
      return err({ type: 'UnleashUnreadable', path, found: 'one page of a longer list' });
    }
    const type = typeOf(response);
    const newEtag = response.headers.get('ETag');
    if (newEtag !== null) cache.set(path, { etag: newEtag, type, blocks });
    return ok({ path, type, blocks, ...serverTime });
  };

  return {
    url,
    get: (path, signal) =>
      retry(() => limit(getOnce, path, signal), minimumWaitOf, {
        tries: TRIES,
        firstWaitMs,
        longestWaitMs: LONGEST_WAIT_MS,
        signal,
      }),
    delete: async (path, deleteTimeoutMs, signal) => {
      const request = { method: 'DELETE', path, timeoutMs: deleteTimeoutMs, signal } as const;
      return (await sendToUnleash(address, { ...request, maxBytes })).map(() => undefined);
    },
  };
}

/** A path that Unleash refuses, lacks or serves in another form stays so. */
const minimumWaitOf = (got: Result<UnleashBody, UnleashFailure>): number | undefined =>
  got.isErr() && got.error.type === 'UnleashUnavailable'
    ? (got.error.retryAfterMs ?? 0)
    : undefined;
