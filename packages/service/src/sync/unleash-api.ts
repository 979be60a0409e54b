import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { err, ok, type Result } from 'neverthrow';
import pRetry from 'p-retry';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

/** A response of Unleash. */
interface UnleashResponse {
  readonly json: unknown;
  /** Unleash's clock, in milliseconds since 1970, to the second; absent if it sends none. */
  readonly serverTime?: number;
}

/** Reads Unleash's admin API. */
export interface UnleashApi {
  /**
   * Reads a path. Retries while Unleash does not respond, no earlier than `Retry-After` says, and revalidates what it has
   * read before.
   *
   * @param path after `/api/admin`, such as `/projects`
   */
  get(path: string, signal?: AbortSignal): Promise<Result<UnleashResponse, UnleashFailure>>;
}

/** Where Unleash is, and how to ask it. */
export interface UnleashApiOptions {
  /** The part before `/api/admin`. */
  readonly url: string;
  readonly key: string;
  /** Timeout of one try in milliseconds, to the last byte of the body. */
  readonly timeoutMs?: number;
  /** The wait before the first retry, in milliseconds; it doubles for each further one. */
  readonly firstWaitMs?: number;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** Maximum size of the responses that are kept for revalidation, in characters. */
const CACHE_SIZE = 64_000_000;

interface Cached {
  readonly etag: string;
  readonly text: string;
}

/** A failure that may pass. */
class Passing extends Error {
  readonly failure: UnleashUnavailable;

  constructor(failure: UnleashUnavailable) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** Returns a reader of Unleash's admin API. */
export function unleashApi({
  url,
  key,
  timeoutMs = TIMEOUT_MS,
  firstWaitMs = FIRST_WAIT_MS,
}: UnleashApiOptions): UnleashApi {
  const cache = new LRUCache<string, Cached>({
    maxSize: CACHE_SIZE,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  const getOnce = async (
    path: string,
    signal?: AbortSignal,
  ): Promise<Result<UnleashResponse, UnleashFailure>> => {
    const cached = cache.get(path);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${url}/api/admin${path}`, {
        headers: {
          Accept: 'application/json',
          Authorization: key,
          ...(cached === undefined ? {} : { 'If-None-Match': cached.etag }),
        },
        // A login page would redirect. The key must not follow.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const text = await response.text();
      if (response.status === 304 && cached !== undefined)
        return readJson(path, cached.text, response);
      if (!response.ok) return err(failureOf(path, response));
      const read = readJson(path, text, response);
      const etag = response.headers.get('ETag');
      if (read.isOk() && etag !== null) cache.set(path, { etag, text });
      return read;
    } catch (cause) {
      const reason = timeout.aborted ? `no response within ${timeoutMs} ms` : reasonOf(cause);
      return err({ type: 'UnleashUnavailable', path, reason });
    }
  };

  return {
    get: async (path, signal) => {
      const attempt = async (): Promise<Result<UnleashResponse, UnleashFailure>> => {
        const got = await getOnce(path, signal);
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
            await delay(waitMs, undefined, signal === undefined ? {} : { signal });
          },
        });
      } catch (error) {
        if (error instanceof Passing) return err(error.failure);
        if (signal?.aborted !== true) throw error;
        return err({ type: 'UnleashUnavailable', path, reason: 'stopped' });
      }
    },
  };
}

const waitOf = (error: Error): number =>
  error instanceof Passing ? (error.failure.retryAfterMs ?? 0) : 0;

function readJson(
  path: string,
  text: string,
  { headers }: Response,
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

const PASSING: ReadonlySet<number> = new Set([408, 429]);

function failureOf(path: string, { status, headers }: Response): UnleashFailure {
  if (status < 400) {
    const found = `a redirect to ${headers.get('Location') ?? 'nowhere'}`;
    return { type: 'UnleashUnreadable', path, found };
  }
  if (status < 500 && !PASSING.has(status)) return { type: 'UnleashRefused', path, status };
  return {
    type: 'UnleashUnavailable',
    path,
    reason: `status ${status}`,
    ...retryAfterOf(headers.get('Retry-After')),
  };
}

/** `Retry-After` is in seconds, or a date. */
function retryAfterOf(value: string | null): Pick<UnleashUnavailable, 'retryAfterMs'> {
  if (value === null) return {};
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? {} : { retryAfterMs: ms };
}

/** `fetch` reports the reason in the cause, not in the message. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { readonly message?: unknown; readonly cause?: unknown };
  const { code, message: reason } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return String(reason || code || message);
}
