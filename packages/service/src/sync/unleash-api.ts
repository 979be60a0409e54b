import { LRUCache } from 'lru-cache';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { wait } from '../wait.ts';
import { sendToUnleash, type UnleashAddress, type UnleashText } from './send-to-unleash.ts';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

/** A response of Unleash. */
interface UnleashResponse {
  readonly json: unknown;
  /** Unleash's clock, in milliseconds since 1970, to the second; absent if it sends none. */
  readonly serverTime?: number;
}

/** Unleash's admin API. A path is after `/api/admin`, such as `/projects`. */
export interface UnleashApi {
  /** Its address: the part before `/api/admin`. */
  readonly url: string;

  /**
   * Reads a path. Retries while Unleash does not respond, no earlier than `Retry-After` says, and revalidates what it has
   * read before.
   */
  get(path: string, signal?: AbortSignal): Promise<Result<UnleashResponse, UnleashFailure>>;

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
  /** Timeout of one try to read in milliseconds, to the last byte of the body. */
  readonly timeoutMs?: number;
  /** The wait before the first retry, in milliseconds; it doubles for each further one. */
  readonly firstWaitMs?: number;
}

/** Maximum number of reads at once. */
const MAX_CONCURRENCY = 4;
const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** Maximum size of the responses that are kept for revalidation, in characters. */
const CACHE_SIZE = 64_000_000;

/** Unleash sends no such links, and a list without its other pages would look whole. Forewarn sends them. */
const NEXT = /;\s*rel="?next\b/i;

interface Cached {
  readonly etag: string;
  readonly text: string;
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
  timeoutMs = TIMEOUT_MS,
  firstWaitMs = FIRST_WAIT_MS,
}: UnleashApiOptions): UnleashApi {
  const address = { url, key };
  const limit = pLimit(MAX_CONCURRENCY);
  const cache = new LRUCache<string, Cached>({
    maxSize: CACHE_SIZE,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  const getOnce = async (
    path: string,
    signal?: AbortSignal,
  ): Promise<Result<UnleashResponse, UnleashFailure>> => {
    const cached = cache.get(path);
    const request = { method: 'GET', path, etag: cached?.etag, timeoutMs, signal } as const;
    const sent = await sendToUnleash(address, request);
    if (sent.isErr()) return err(sent.error);
    const { status, headers, text } = sent.value;
    if (status === 304 && cached !== undefined) {
      return readJson(path, { ...sent.value, text: cached.text });
    }
    if (NEXT.test(headers.get('Link') ?? '')) {
      return err({ type: 'UnleashUnreadable', path, found: 'one page of a longer list' });
    }
    const read = readJson(path, sent.value);
    const etag = headers.get('ETag');
    if (read.isOk() && etag !== null) cache.set(path, { etag, text });
    return read;
  };

  return {
    url,
    get: (path, signal) =>
      retried(path, () => limit(getOnce, path, signal), { firstWaitMs, signal }),
    delete: async (path, deleteTimeoutMs, signal) => {
      const request = { method: 'DELETE', path, timeoutMs: deleteTimeoutMs, signal } as const;
      return (await sendToUnleash(address, request)).map(() => undefined);
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

function readJson(
  path: string,
  { text, headers }: UnleashText,
): Result<UnleashResponse, UnleashFailure> {
  const time = Date.parse(headers.get('Date') ?? '');
  try {
    const json: unknown = JSON.parse(text);
    return ok(Number.isNaN(time) ? { json } : { json, serverTime: time });
  } catch {
    const type = headers.get('Content-Type') ?? 'no content type';
    const found = type.includes('json') ? 'broken JSON' : type.replace(/;.*/, '');
    return err({ type: 'UnleashUnreadable', path, found });
  }
}
