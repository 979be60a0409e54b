import { MAX_RESPONSE_BYTES } from './exchange.ts';

/** What identifies the caller. */
export type Key = string | (() => string | Promise<string>);

/** The server, and how to send requests to it. */
export interface ClientOptions {
  /** The part before `/api/admin`: `https://flags.example.com`, with a base path if there is one. */
  readonly url: string;
  /**
   * An API key, or a function that returns the key of each request, such as a token that is renewed; it sets its own timeout.
   * Absent if the host identifies callers in another way: requests then have the cookies of the page's own origin.
   */
  readonly key?: Key;
  /** Timeout of one try in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Maximum tries of a request that is safe to repeat. Default: 3. */
  readonly tries?: number;
  /** Maximum length of a response in bytes, after decompression. Default: 32,000,000. */
  readonly maxResponseBytes?: number;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Valid options, with the defaults filled in. */
export interface CheckedOptions extends Required<Omit<ClientOptions, 'key'>> {
  readonly key: Key | undefined;
}

const DEFAULTS = { timeoutMs: 10_000, tries: 3, maxResponseBytes: MAX_RESPONSE_BYTES };

/** Checks the options. Throws a TypeError whose message starts with the name of the wrong option and contains no secret. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const { url, key } = options;
  const { timeoutMs = DEFAULTS.timeoutMs, tries = DEFAULTS.tries } = options;
  const { maxResponseBytes = DEFAULTS.maxResponseBytes } = options;
  // The message leaves the URL out: it may contain a password.
  assert(isBase(url), 'url: expected http(s)://host, with a path at most, and no password');
  // An environment variable that is not set is no absent key.
  const isAbsent = !Object.hasOwn(options, 'key');
  assert(isAbsent || typeof key === 'function' || isKey(key), `key: ${EXPECTED_KEY}`);
  assert(
    timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS,
    `timeoutMs is ${timeoutMs}: expected milliseconds, at most ${MAX_TIMEOUT_MS}`,
  );
  assert(isFromOne(tries), `tries is ${tries}: expected a whole number from 1`);
  assert(
    isFromOne(maxResponseBytes),
    `maxResponseBytes is ${maxResponseBytes}: expected a whole number of bytes from 1`,
  );
  return {
    url: `${new URL(url).origin}${new URL(url).pathname}`.replace(/\/+$/, ''),
    key,
    timeoutMs,
    tries,
    maxResponseBytes,
    // Read at each call, so that a global `fetch` that is replaced later is used.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
  };
}

function assert(isValid: boolean, message: string): void {
  if (!isValid) throw new TypeError(message);
}

const isFromOne = (value: number): boolean => Number.isInteger(value) && value >= 1;

// The maximum delay of a timer.
const MAX_TIMEOUT_MS = 2_147_483_647;

/** What a valid key is. */
export const EXPECTED_KEY = 'expected an API key: ASCII, without line breaks';

/** Whether a value, whatever its type says, is an API key. */
export const isKey = (key: unknown): boolean =>
  typeof key === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(key);

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
