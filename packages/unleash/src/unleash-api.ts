import { type Blocks, MAX_RESPONSE_BYTES } from '@forewarn/client/exchange';
import { LRUCache } from 'lru-cache';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { wait } from './wait.ts';
import { sendToUnleash, typeOf, type UnleashAddress } from './send-to-unleash.ts';
import type { UnleashBody } from './unleash-body.ts';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

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
  /** The wait before the first retry, in milliseconds; it doubles for each further one. */
  readonly firstWaitMs?: number;
}

/** Maximum number of reads at once. Each can hold a response of 32 MB. */
const MAX_CONCURRENCY = 2;
const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 500;
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

/** A temporary failure. */
class Passing extends Error {
  readonly failure: UnleashUnavailable;

  constructor(failure: UnleashUnavailable) {
    super(failure.reason);
    this.failure = failure;
  }
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
      retried(path, () => limit(getOnce, path, signal), { firstWaitMs, signal }),
    delete: async (path, deleteTimeoutMs, signal) => {
      const request = { method: 'DELETE', path, timeoutMs: deleteTimeoutMs, signal } as const;
      return (await sendToUnleash(address, { ...request, maxBytes })).map(() => undefined);
    },
  };
}

/** Returns the first result that is not `UnleashUnavailable`, or the last one. */
async function retried<T>(
  path: string,
  once: () => Promise<Result<T, UnleashFailure>>,
  {
    firstWaitMs,
    signal,
  }: { readonly firstWaitMs: number; readonly signal: AbortSignal | undefined },
): Promise<Result<T, UnleashFailure>> {
  const attempt = async (): Promise<Result<T, UnleashFailure>> => {
    const got = await once();
    if (got.isErr() && got.error.type === 'UnleashUnavailable') throw new Passing(got.error);
    return got;
  };
  try {
    return await pRetry(attempt, {
      retries: RETRIES,
      minTimeout: firstWaitMs,
      randomize: true,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) => waitOf(error) <= LONGEST_WAIT_MS,
      onFailedAttempt: async ({ error, retriesLeft, retryDelay }) => {
        const waitMs = waitOf(error) - retryDelay;
        if (retriesLeft === 0 || waitMs <= 0 || waitOf(error) > LONGEST_WAIT_MS) return;
        await wait(waitMs, signal);
      },
    });
  } catch (error) {
    if (error instanceof Passing) return err(error.failure);
    if (signal?.aborted !== true) throw error;
    return err({ type: 'UnleashUnavailable', path, reason: 'stopped' });
  }
}

const waitOf = (error: Error): number =>
  error instanceof Passing ? (error.failure.retryAfterMs ?? 0) : 0;
