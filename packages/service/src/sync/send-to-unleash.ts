import { err, ok, type Result } from 'neverthrow';
import { unleashAbsence } from './unleash-absence.ts';
import type { UnleashFailure, UnleashUnavailable } from './unleash-failure.ts';

/** Where Unleash is, and its key. */
export interface UnleashAddress {
  /** The part before `/api/admin`. */
  readonly url: string;
  readonly key: string;
}

/** One request to Unleash's admin API. */
export interface UnleashRequest {
  readonly method: 'GET' | 'DELETE';
  /** After `/api/admin`, such as `/projects`. */
  readonly path: string;
  /** The entity tag of the cached response. */
  readonly etag?: string | undefined;
  /** Timeout in milliseconds, to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A successful response, or a 304. */
export interface UnleashText {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request, once. */
export async function sendToUnleash(
  { url, key }: UnleashAddress,
  { method, path, etag, timeoutMs, signal }: UnleashRequest,
): Promise<Result<UnleashText, UnleashFailure>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: key,
        ...(etag === undefined ? {} : { 'If-None-Match': etag }),
      },
      // A redirect, as to a login page, must not receive the key.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    const { status, headers } = response;
    if (response.ok && method === 'DELETE' && text !== '') {
      return err({ type: 'UnleashUnreadable', path, found: `a body of ${typeOf(response)}` });
    }
    if (response.ok || (status === 304 && etag !== undefined)) return ok({ status, headers, text });
    return err(failureOf(path, response, text));
  } catch (cause) {
    const reason = timeout.aborted ? `no response within ${timeoutMs} ms` : reasonOf(cause);
    return err({ type: 'UnleashUnavailable', path, reason });
  }
}

const typeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? 'no content type').replace(/;.*/, '');

const PASSING: ReadonlySet<number> = new Set([408, 429]);

function failureOf(path: string, response: Response, text: string): UnleashFailure {
  const { status, headers } = response;
  if (status < 400) {
    const found = `a redirect to ${placeOf(response)}`;
    return { type: 'UnleashUnreadable', path, found };
  }
  if (status === 404) {
    const type = typeOf(response);
    const found = `a 404 of ${type}`;
    return unleashAbsence(path, { type, text }) ?? { type: 'UnleashUnreadable', path, found };
  }
  if (status < 500 && !PASSING.has(status)) return { type: 'UnleashRefused', path, status };
  return {
    type: 'UnleashUnavailable',
    path,
    reason: `status ${status}`,
    ...retryAfterOf(headers.get('Retry-After')),
  };
}

/** Where a redirect leads, for logs: without a query, a fragment or a password, which may be secrets. */
function placeOf({ url, headers }: Response): string {
  const location = headers.get('Location');
  if (location === null || !URL.canParse(location, url)) return 'nowhere';
  const { origin, pathname } = new URL(location, url);
  return `${origin}${pathname}`;
}

/** Maximum wait that a `Retry-After` can ask for. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** `Retry-After` is in seconds, or a date. */
function retryAfterOf(value: string | null): Pick<UnleashUnavailable, 'retryAfterMs'> {
  if (value === null) return {};
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  if (Number.isNaN(ms)) return {};
  return { retryAfterMs: Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) };
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
