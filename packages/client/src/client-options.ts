/** Where the server is, and how to ask it. */
export interface ClientOptions {
  /** What stands before `/api/admin`: `https://flags.example.com`, or with a base path. */
  readonly url: string;
  /** An API key. */
  readonly key: string;
  /** How long one try may take, in milliseconds; 10,000 when absent. */
  readonly timeoutMs?: number;
  /** How often something is tried that is safe to repeat; 3 when absent. */
  readonly tries?: number;
  /** Sends the requests; the platform's own when absent. */
  readonly fetch?: typeof fetch;
}

/** For one request. */
export interface RequestOptions {
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** The options, checked, with nothing absent. */
export interface CheckedOptions extends Required<ClientOptions> {}

const DEFAULTS = { timeoutMs: 10_000, tries: 3 };

/** Checks options. Throws a TypeError that begins with the name of the one that is wrong, and tells no secret. */
export function checkOptions({ url, key, ...options }: ClientOptions): CheckedOptions {
  const { timeoutMs = DEFAULTS.timeoutMs, tries = DEFAULTS.tries } = options;
  if (!isBase(url)) {
    // It may have a password in it.
    throw new TypeError('url: expected http(s)://host, with a path at most, and no password');
  }
  if (!isKey(key)) {
    throw new TypeError('key: expected an API key: ASCII, without line breaks');
  }
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(
      `timeoutMs is ${timeoutMs}: expected milliseconds, at most ${MAX_TIMEOUT_MS}`,
    );
  }
  if (!(Number.isInteger(tries) && tries >= 1)) {
    throw new TypeError(`tries is ${tries}: expected a whole number from 1`);
  }
  return {
    url: `${new URL(url).origin}${new URL(url).pathname}`.replace(/\/+$/, ''),
    key,
    timeoutMs,
    tries,
    // Taken when it is called: whoever replaces the platform's own is heeded.
    fetch: options.fetch ?? ((...asked) => fetch(...asked)),
  };
}

// The longest that a timer can be set to.
const MAX_TIMEOUT_MS = 2_147_483_647;

/** An environment variable that is not set is no key, whatever the types were told. */
const isKey = (key: unknown): boolean =>
  typeof key === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(key);

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
