import { isIP } from 'node:net';
import { MAX_RESPONSE_BYTES } from '@forewarn/client/exchange';
import { isBasePath } from '@forewarn/http';
import { err, ok, type Result } from 'neverthrow';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { INTERVAL, intervalOf, parseDuration } from '@forewarn/cli';

/** The store's location. */
export type StoreLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly connectionString: string };

/** An invalid setting: the name of the variable, and what it expects. */
export interface WrongSetting {
  readonly type: 'WrongSetting';
  readonly variable: string;
  readonly expected: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_TOKEN_LENGTH = 16;
const UNLEASH_API_KEY = 'an admin key of Unleash: ASCII, without spaces';

/** A variable whose value `read` returns, or undefined if the text is not what is expected. */
const parsed = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });

const wholeNumber = (what: string, min: number, max: number) =>
  parsed((text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  }, `${what} from ${min} to ${max}`);

const variables = z.object({
  DATABASE_URL: parsed(storeLocationOf, 'postgres://…, sqlite:PATH or memory:').default({
    kind: 'sqlite',
    path: './forewarn.db',
  }),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('a whole number', 0, 65_535).default(4242),
  BASE_PATH: parsed(basePathOf, 'a path such as /flags').default(''),
  REQUEST_DEADLINE_MS: wholeNumber('milliseconds,', 100, 600_000).default(5_000),
  MAX_DATA_AGE: parsed(parseDuration, 'a duration such as 90s, 15m, 24h or 7d').optional(),
  GUARD_DELETES: z
    .enum(['true', 'false'], { error: 'true or false' })
    .transform((text) => text === 'true')
    .default(false),
  TRUST_PROXY: parsed(
    addressesIn,
    'addresses or ranges such as 10.0.0.0/8, separated by commas',
  ).default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  INIT_ADMIN_API_TOKENS: parsed(
    tokensIn,
    `secrets of at least ${MIN_TOKEN_LENGTH} characters each, separated by commas`,
  ).default([]),
  UNLEASH_URL: parsed(
    unleashUrlOf,
    'http(s)://host, with a path at most, and no password',
  ).optional(),
  UNLEASH_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, UNLEASH_API_KEY)
    .optional(),
  MAX_RESPONSE_BYTES: wholeNumber('bytes,', 1_000_000, 500_000_000).default(MAX_RESPONSE_BYTES),
  SYNC_INTERVAL: parsed(intervalOf, INTERVAL).default(60_000),
});

const schema = variables.refine(
  ({ UNLEASH_URL: url, UNLEASH_API_KEY: key }) => url === undefined || key !== undefined,
  { path: ['UNLEASH_API_KEY'], error: UNLEASH_API_KEY },
);

/** The settings of the service, from environment variables. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

const settingsOf = (read: z.output<typeof schema>) => ({
  store: read.DATABASE_URL,
  host: read.HOST,
  port: read.PORT,
  /** A path such as `/flags`, or empty. */
  basePath: read.BASE_PATH,
  /** Timeout of a request. */
  deadlineMs: read.REQUEST_DEADLINE_MS,
  /** The oldest data that says that nothing is scheduled; undefined for any age. */
  maxDataAgeMs: read.MAX_DATA_AGE,
  /** Guards each delete of a strategy definition. */
  guardDeletes: read.GUARD_DELETES,
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: read.TRUST_PROXY,
  logLevel: read.LOG_LEVEL,
  /** Secrets of admin keys that the start creates. */
  initAdminApiTokens: read.INIT_ADMIN_API_TOKENS,
  /** The Unleash to follow, and the key to read its admin API. */
  unleash:
    read.UNLEASH_URL === undefined || read.UNLEASH_API_KEY === undefined
      ? undefined
      : {
          /** The part before `/api/admin`. */
          url: read.UNLEASH_URL,
          key: read.UNLEASH_API_KEY,
          /** The time between two syncs of the service. */
          intervalMs: read.SYNC_INTERVAL,
          /** Maximum length of a response in bytes, after decompression. */
          maxResponseBytes: read.MAX_RESPONSE_BYTES,
        },
});

/** Reads the settings. An empty variable counts as unset. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Settings, WrongSetting> {
  const isSet = ([, value]: readonly [string, string | undefined]): boolean => Boolean(value);
  const { success, data, error } = schema.safeParse(
    Object.fromEntries(Object.entries(environment).filter(isSet)),
  );
  if (success) return ok(settingsOf(data));
  const [issue] = error.issues;
  const [variable, expected] = [String(issue?.path[0]), issue?.message ?? ''];
  return err({ type: 'WrongSetting', variable, expected });
}

function basePathOf(text: string): string | undefined {
  const path = text.replace(/\/$/, '');
  return isBasePath(path) ? path : undefined;
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

function tokensIn(text: string): readonly string[] | undefined {
  const tokens = listOf(text);
  return tokens.every(({ length }) => length >= MIN_TOKEN_LENGTH) ? tokens : undefined;
}

const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function addressesIn(text: string): readonly string[] | undefined {
  const all = listOf(text);
  try {
    proxyAddr.compile([...all]);
  } catch {
    return undefined;
  }
  // proxy-addr accepts a number as an address. In other software it means the number of proxies, so refuse it.
  return all.every((each) => NAMED_RANGES.has(each) || isIP(each.split('/', 1)[0] ?? '') !== 0)
    ? all
    : undefined;
}

function storeLocationOf(url: string): StoreLocation | undefined {
  if (url === 'memory:') return { kind: 'memory' };
  // A :memory: database of SQLite ends with its connection.
  if (/^sqlite:(?!:memory:$)./.test(url))
    return { kind: 'sqlite', path: url.slice('sqlite:'.length) };
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) {
    return { kind: 'postgres', connectionString: url };
  }
  return undefined;
}

/** Clients of Unleash have `/api` at the end of the same variable. */
function unleashUrlOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '')
    return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/api(?:\/admin)?$/, '');
}
