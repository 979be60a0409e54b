/**
 * One HTTP request and its response, with a timeout and a limit of memory, and retries of anything.
 *
 * @module @forewarn/client/exchange
 */
import { type Blocks, readBlocks } from './read-blocks.ts';

export { type Blocks, textOf } from './read-blocks.ts';
export { retry, wait } from './retry.ts';

/** Default maximum length of a response in bytes, after decompression. */
export const MAX_RESPONSE_BYTES = 32_000_000;

/** One HTTP request, and the limits of its response. */
export interface ExchangeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** In milliseconds, to the last byte of the response. */
  readonly timeoutMs: number;
  /** Maximum length of the response's body, after decompression. */
  readonly maxBytes: number;
  /** Whether cookies are sent. Default: `omit`. */
  readonly credentials?: 'omit' | 'same-origin';
  readonly signal?: AbortSignal | undefined;
}

/** A response, or why there is none. Each `reason` is for people. */
export type Exchanged =
  | { readonly type: 'Response'; readonly response: Response; readonly blocks: Blocks }
  /** The body exceeds the limit. */
  | { readonly type: 'TooLarge'; readonly status: number; readonly reason: string }
  | { readonly type: 'TimedOut'; readonly reason: string }
  /** The caller's signal ended it. */
  | { readonly type: 'Aborted'; readonly reason: string }
  | { readonly type: 'NoConnection'; readonly reason: string; readonly cause: unknown };

/** Sends a request, once, and reads the response. Follows no redirect, which could be to a login page. */
export async function exchange(
  { url, timeoutMs, maxBytes, body, signal, ...request }: ExchangeRequest,
  sendWith: typeof fetch = fetch,
): Promise<Exchanged> {
  const timeout = AbortSignal.timeout(timeoutMs);
  // AbortSignal.any would leave something in a signal that lives on, each time, in Node 22.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const signals = signal === undefined ? [timeout] : [timeout, signal];
  for (const each of signals) each.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  try {
    const response = await sendWith(url, {
      credentials: 'omit',
      ...request,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      cache: 'no-store',
      signal: ending.signal,
    });
    const blocks = await readBlocks(response.body, maxBytes);
    if (blocks !== undefined) return { type: 'Response', response, blocks };
    const reason = `the response is larger than ${maxBytes} bytes`;
    return { type: 'TooLarge', status: response.status, reason };
  } catch (cause) {
    if (signal?.aborted === true) return { type: 'Aborted', reason: 'the request was aborted' };
    if (timeout.aborted) return { type: 'TimedOut', reason: `no response within ${timeoutMs} ms` };
    return { type: 'NoConnection', reason: reasonOf(cause), cause };
  } finally {
    for (const each of signals) each.removeEventListener('abort', end);
  }
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

/** What OpenSSL says of a certificate by an authority that Node does not know. */
const UNKNOWN_AUTHORITY =
  /self[- ]signed certificate|unable to (?:get (?:local )?issuer certificate|verify the first certificate)/i;

/** Returns what to do about the reason of a failed connection if it is a certificate by an unknown authority, as in companies. */
export const certificateRemedy = (reason: string): string | undefined =>
  UNKNOWN_AUTHORITY.test(reason)
    ? 'name the file with the CA of its certificate in NODE_EXTRA_CA_CERTS'
    : undefined;

/** Maximum wait that a `Retry-After` can ask for. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns the milliseconds that a response asks to wait. The header is in seconds, or a date by the clock of the server. */
export function retryAfterOf({ headers }: Response): { readonly retryAfterMs?: number } {
  const value = headers.get('Retry-After');
  if (value === null) return {};
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  if (Number.isNaN(ms)) return {};
  return { retryAfterMs: Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) };
}
