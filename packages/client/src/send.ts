import type { CheckedOptions } from './client-options.ts';
import type { ErrorAnswer, NoAnswer, NotSent } from './outcome.ts';
import { errorAnswerOf } from './error-answer.ts';

/** One request, ready to be sent. */
export interface Sendable {
  readonly method: string;
  /** With its query, below the `url` of the options. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
  /** Whether to do it twice is as good as once, so that it can be sent anew when nobody knows what became of it. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What came back: an answer that is no error, or a failure. */
export type Sent =
  | { readonly isAnswer: true; readonly response: Response; readonly text: string }
  | {
      readonly isAnswer: false;
      readonly failure: ErrorAnswer | NoAnswer;
      /** Whether any of the tries may have changed something, this one or one before it. */
      readonly mayHaveBeenDone: boolean;
    };

/** What failed, and how long to wait at least before it can be tried again. */
interface Failed {
  readonly failure: ErrorAnswer | NoAnswer;
  readonly retryAfterMs?: number;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

/** Sends a request, and again where that is safe: no more often than the options say, and when the server says. */
export async function send(options: CheckedOptions, request: Sendable): Promise<Sent | NotSent> {
  if (isAborted(request.signal)) {
    return { type: 'NotSent', message: 'It was aborted before it was sent.' };
  }
  let mayHaveBeenDone = false;
  const failed = (failure: ErrorAnswer | NoAnswer): Sent => ({
    isAnswer: false,
    failure,
    mayHaveBeenDone,
  });
  for (let tried = 1; ; tried += 1) {
    const sent = await sendOnce(options, request);
    if ('response' in sent) return { isAnswer: true, ...sent };
    const { failure, retryAfterMs = 0 } = sent;
    mayHaveBeenDone ||= request.method !== 'GET' && !isRefusal(failure);
    const isLast = tried >= options.tries || retryAfterMs > LONGEST_WAIT_MS;
    if (isLast || !isWorthRepeating(request, failure)) return failed(failure);
    // Between half of it and all of it: many that failed together should not come back together.
    const backOffMs = FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
    await wait(Math.min(Math.max(backOffMs, retryAfterMs), LONGEST_WAIT_MS), request.signal);
    // Nothing is under way now: what is known of the last try stays known.
    if (isAborted(request.signal)) return failed(isRefusal(failure) ? failure : ABORTED);
  }
}

/** With an error of its own making a server can't say how far it came. */
const isRefusal = (failure: ErrorAnswer | NoAnswer): boolean =>
  failure.type === 'ErrorAnswer' && failure.status < 500;

const PASSING: ReadonlySet<number> = new Set([408, 502, 503, 504]);

function isWorthRepeating({ isRepeatable }: Sendable, failure: ErrorAnswer | NoAnswer): boolean {
  switch (failure.type) {
    case 'ErrorAnswer':
      // Who is told to come back later was turned away: nothing has been done.
      return failure.status === 429 || (isRepeatable && PASSING.has(failure.status));
    case 'NoConnection':
    case 'TimedOut':
      return isRepeatable;
    case 'Aborted':
    case 'UnreadableAnswer':
      return false;
  }
}

const isAborted = (signal?: AbortSignal): boolean => signal?.aborted === true;

const ABORTED = { type: 'Aborted', message: 'It was aborted.' } as const;

async function sendOnce(
  { url, key, timeoutMs, fetch: sendWith }: CheckedOptions,
  { method, path, headers, body, signal }: Sendable,
): Promise<Failed | { readonly response: Response; readonly text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await sendWith(`${url}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: key,
        Prefer: 'handling=strict',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      // The API redirects nobody: who does is somebody else.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    if (response.ok) return { response, text };
    return { failure: failureOf(response, text), ...retryAfterOf(response) };
  } catch (cause) {
    if (isAborted(signal)) return { failure: ABORTED };
    if (timeout.aborted) {
      return { failure: { type: 'TimedOut', message: `No answer within ${timeoutMs} ms.` } };
    }
    const message = `There is no connection to ${url}: ${reasonOf(cause)}`;
    return { failure: { type: 'NoConnection', message, cause } };
  }
}

function failureOf(response: Response, text: string): ErrorAnswer | NoAnswer {
  const { status, type } = response;
  if (type !== 'opaqueredirect' && status >= 400) return errorAnswerOf(response, text);
  const message = `The answer is a redirect (${status}): is the URL right?`;
  return { type: 'UnreadableAnswer', status, message };
}

/** `Retry-After` has seconds, or a date. */
function retryAfterOf({ headers }: Response): Pick<Failed, 'retryAfterMs'> {
  const value = headers.get('Retry-After');
  if (value === null) return {};
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? {} : { retryAfterMs: ms };
}

/** What `fetch` says is that it failed; why is in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { readonly message?: unknown; readonly cause?: unknown };
  const { code, message: reason } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return String(reason || code || message);
}

/** Ends early when the signal is aborted. */
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
