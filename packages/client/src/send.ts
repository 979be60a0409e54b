import type { ErrorSchema } from './api.ts';
import { type CheckedOptions, EXPECTED_KEY, isKey } from './client-options.ts';
import type { ErrorResponse, NoResponse, NotSent } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import {
  type Exchanged,
  exchange,
  type ExchangeRequest,
  retryAfterOf,
  textOf,
} from './exchange.ts';
import { retry } from './retry.ts';

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
  const { method, signal } = request;
  if (isAborted(signal)) return NOT_SENT;
  const { key } = options;
  // A key that is there already costs no turn, in which the signal could be aborted.
  const headers = typeof key === 'function' ? await authorizationBy(key) : authorizationOf(key);
  if ('type' in headers) return headers;
  if (isAborted(signal)) return NOT_SENT;
  let mayHaveBeenDone = false;
  const minimumWaitOf = (sent: SentOnce): number | undefined => {
    if ('response' in sent) return undefined;
    mayHaveBeenDone ||= method !== 'GET' && !isRefusal(sent.failure);
    return isWorthRepeating(request, sent.failure) ? (sent.retryAfterMs ?? 0) : undefined;
  };
  const sent = await retry(() => sendOnce(options, headers, request), minimumWaitOf, {
    tries: options.tries,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    signal,
  });
  if ('response' in sent) return { isSuccess: true, ...sent };
  const { failure, text } = sent;
  // No request is in flight, so a refusal of the last try is still valid.
  if (isAborted(signal) && !isRefusal(failure)) {
    return { isSuccess: false, failure: ABORTED, mayHaveBeenDone };
  }
  return { isSuccess: false, failure, ...(text === undefined ? {} : { text }), mayHaveBeenDone };
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

type SentOnce = Failed | { readonly response: Response; readonly text: string };

const NOT_SENT: NotSent = {
  type: 'NotSent',
  message: 'The request was aborted before it was sent.',
};

const ABORTED = { type: 'Aborted', message: 'The request was aborted.' } as const;

interface Authorization {
  readonly Authorization?: string;
  /** Without a key: no other site can send it, so a session may change something. */
  readonly 'Forewarn-Page'?: string;
}

const authorizationOf = (key: string | undefined): Authorization =>
  key === undefined ? { 'Forewarn-Page': '/' } : { Authorization: key };

/** Returns the header with the key. A function that returns none leaves the request unsent. */
async function authorizationBy(
  key: Extract<CheckedOptions['key'], () => unknown>,
): Promise<Authorization | NotSent> {
  try {
    const text = await key();
    return isKey(text)
      ? authorizationOf(text)
      : { type: 'NotSent', message: `The function \`key\` returned none: ${EXPECTED_KEY}.` };
  } catch (error) {
    return { type: 'NotSent', message: `The function \`key\` failed: ${String(error)}` };
  }
}

async function sendOnce(
  { url, timeoutMs, maxResponseBytes, fetch: sendWith }: CheckedOptions,
  authorization: Authorization,
  { method, path, headers, body, signal }: Sendable,
): Promise<SentOnce> {
  const request: ExchangeRequest = {
    url: `${url}${path}`,
    method,
    headers: {
      Accept: 'application/json',
      ...authorization,
      Prefer: 'handling=strict',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
    timeoutMs,
    maxBytes: maxResponseBytes,
    // Without a key, the session of a page is what identifies the caller.
    credentials: 'Authorization' in authorization ? 'omit' : 'same-origin',
    signal,
  };
  const exchanged = await exchange(request, sendWith);
  if (exchanged.type !== 'Response') return { failure: noResponseOf(exchanged, url) };
  const { response, blocks } = exchanged;
  const text = textOf(blocks);
  const isHidden = method === 'GET' && hidesHeaders(response);
  if (response.ok && response.status !== PARTIAL && !isHidden) return { response, text };
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

/** The status of a part of a response. No request asks for one, so it is a proxy's, and may lack what is scheduled. */
const PARTIAL = 206;

/** Whether a browser hides headers that the server of another origin did not expose: each read has an entity tag. */
const hidesHeaders = ({ type, headers }: Response): boolean =>
  type === 'cors' && !headers.has('ETag');

const HIDDEN =
  'The response hides how old the data is: the server of another origin must expose ETag, Forewarn-As-Of, Forewarn-Reasons and Link (CORS).';

function failureOf(response: Response, text: string): ErrorResponse | NoResponse {
  const { status, type } = response;
  if (type !== 'opaqueredirect' && status >= 400) return errorResponseOf(response, text);
  if (response.ok && status !== PARTIAL) {
    return { type: 'UnreadableResponse', status, message: HIDDEN };
  }
  if (status === PARTIAL) {
    const message = 'The response is only a part (206): check the proxies before the server.';
    return { type: 'UnreadableResponse', status, message };
  }
  const message = `The response is a redirect (${status}): check the URL.`;
  return { type: 'UnreadableResponse', status, message };
}

/** Returns the error in a response. The error of a proxy has only a status. */
function errorResponseOf({ status, statusText }: Response, text: string): ErrorResponse {
  const { id, name, message, details } = (parseJson(text) ?? {}) as Partial<ErrorSchema>;
  return {
    type: 'ErrorResponse',
    status,
    name: typeof name === 'string' ? name : `HTTP ${status}`,
    message:
      typeof message === 'string'
        ? message
        : `The response is ${status} ${statusText}.`.replace(' .', '.'),
    ...(typeof id === 'string' ? { id } : {}),
    ...(Array.isArray(details) ? { details } : {}),
  };
}
