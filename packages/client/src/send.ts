import type { CheckedOptions } from './client-options.ts';
import type { ErrorResponse, NoResponse, NotSent } from './outcome.ts';
import { errorResponseOf } from './error-response.ts';
import { type Exchanged, exchange, retryAfterOf, textOf } from './exchange.ts';

/** One request, ready to send. */
export interface Sendable {
  readonly method: string;
  /** The path with the query, relative to the `url` of the options. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
  /** Whether it is idempotent, so that it can be sent again when its outcome is unknown. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A successful response, or a failure. */
export type Sent =
  | { readonly isSuccess: true; readonly response: Response; readonly text: string }
  | {
      readonly isSuccess: false;
      readonly failure: ErrorResponse | NoResponse;
      /** The body of the error; absent if there was no response. */
      readonly text?: string;
      /** Whether any try may have taken effect. */
      readonly mayHaveBeenDone: boolean;
    };

/** A failure, and the minimum wait before the next try. */
interface Failed {
  readonly failure: ErrorResponse | NoResponse;
  readonly text?: string;
  readonly retryAfterMs?: number;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

/** Sends a request, and retries if that is safe: at most `tries` times, no earlier than `Retry-After` says. */
export async function send(options: CheckedOptions, request: Sendable): Promise<Sent | NotSent> {
  if (isAborted(request.signal)) {
    return { type: 'NotSent', message: 'The request was aborted before it was sent.' };
  }
  let mayHaveBeenDone = false;
  const failed = ({ failure, text }: Failed): Sent => ({
    isSuccess: false,
    failure,
    ...(text === undefined ? {} : { text }),
    mayHaveBeenDone,
  });
  for (let tried = 1; ; tried += 1) {
    const sent = await sendOnce(options, request);
    if ('response' in sent) return { isSuccess: true, ...sent };
    const { failure, retryAfterMs = 0 } = sent;
    mayHaveBeenDone ||= request.method !== 'GET' && !isRefusal(failure);
    const isLast = tried >= options.tries || retryAfterMs > LONGEST_WAIT_MS;
    if (isLast || !isWorthRepeating(request, failure)) return failed(sent);
    // Jitter, so that clients that failed together don't retry together.
    const backOffMs = FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
    await wait(Math.min(Math.max(backOffMs, retryAfterMs), LONGEST_WAIT_MS), request.signal);
    // No request is in flight, so a refusal of the last try is still valid.
    if (isAborted(request.signal)) return failed(isRefusal(failure) ? sent : { failure: ABORTED });
  }
}

/** After a 5xx, including 503, the request may have taken effect. */
const isRefusal = (failure: ErrorResponse | NoResponse): boolean =>
  failure.type === 'ErrorResponse' && failure.status < 500;

const PASSING: ReadonlySet<number> = new Set([408, 502, 503, 504]);

function isWorthRepeating(
  { isRepeatable }: Sendable,
  failure: ErrorResponse | NoResponse,
): boolean {
  switch (failure.type) {
    case 'ErrorResponse':
      // The rate limit refuses a request before any work.
      return failure.status === 429 || (isRepeatable && PASSING.has(failure.status));
    case 'NoConnection':
    case 'TimedOut':
      return isRepeatable;
    case 'Aborted':
    case 'UnreadableResponse':
      return false;
  }
}

const isAborted = (signal?: AbortSignal): boolean => signal?.aborted === true;

const ABORTED = { type: 'Aborted', message: 'The request was aborted.' } as const;

async function sendOnce(
  { url, key, timeoutMs, maxResponseBytes, fetch: sendWith }: CheckedOptions,
  { method, path, headers, body, signal }: Sendable,
): Promise<Failed | { readonly response: Response; readonly text: string }> {
  const request = {
    url: `${url}${path}`,
    method,
    headers: {
      Accept: 'application/json',
      Authorization: key,
      Prefer: 'handling=strict',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
    timeoutMs,
    maxBytes: maxResponseBytes,
    signal,
  };
  const exchanged = await exchange(request, sendWith);
  if (exchanged.type !== 'Response') return { failure: noResponseOf(exchanged, url) };
  const { response, blocks } = exchanged;
  const text = textOf(blocks);
  if (response.ok) return { response, text };
  return { failure: failureOf(response, text), text, ...retryAfterOf(response) };
}

function noResponseOf(
  exchanged: Exclude<Exchanged, { readonly type: 'Response' }>,
  url: string,
): NoResponse {
  switch (exchanged.type) {
    case 'TooLarge': {
      const { status, reason } = exchanged;
      const message = `${sentence(reason)}: check the URL, or raise the maximum.`;
      return { type: 'UnreadableResponse', status, message };
    }
    case 'TimedOut':
      return { type: 'TimedOut', message: `${sentence(exchanged.reason)}.` };
    case 'Aborted':
      return ABORTED;
    case 'NoConnection': {
      const { reason, cause } = exchanged;
      return { type: 'NoConnection', message: `No connection to ${url}: ${reason}`, cause };
    }
  }
}

const sentence = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;

function failureOf(response: Response, text: string): ErrorResponse | NoResponse {
  const { status, type } = response;
  if (type !== 'opaqueredirect' && status >= 400) return errorResponseOf(response, text);
  const message = `The response is a redirect (${status}): check the URL.`;
  return { type: 'UnreadableResponse', status, message };
}

/** Resolves after the time, or when the signal is aborted. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (isAborted(signal)) end();
  });
}
