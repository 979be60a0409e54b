import { isIP } from 'node:net';
import { MAX_RESPONSE_BYTES } from '@forewarn/client/exchange';
import { isBasePath } from '@forewarn/http-koa';
import { err, ok, type Result } from 'neverthrow';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { INTERVAL, intervalOf, parseDuration } from '@forewarn/cli';

/** The store's location. */
export type StoreLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly connectionString: string };

/** The settings of the service, from environment variables. */
export interface Settings {
  readonly store: StoreLocation;
  readonly host: string;
  readonly port: number;
  /** A path such as `/flags`, or empty. */
  readonly basePath: string;
  /** Timeout of a request. */
  readonly deadlineMs: number;
  /** The oldest data that says that nothing is scheduled; undefined for any age. */
  readonly maxDataAgeMs: number | undefined;
  /** Guards each delete of a strategy definition. */
  readonly guardDeletes: boolean;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Secrets of admin keys that the start creates. */
  readonly initAdminApiTokens: readonly string[];
  /** The Unleash to follow, if any. */
  readonly unleash?: FollowedUnleash;
}

/** An Unleash, and the key to read its admin API. */
export interface FollowedUnleash {
  /** The part before `/api/admin`. */
  readonly url: string;
  readonly key: string;
  /** The time between two syncs of the service, in milliseconds. */
  readonly intervalMs: number;
  /** Maximum length of a response in bytes, after decompression. */
  readonly maxResponseBytes: number;
}

/** An invalid setting: the name of the variable, and what it expects. */
export interface WrongSetting {
  readonly type: 'WrongSetting';
  readonly variable: string;
  readonly expected: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MAX_PORT = 65_535;

const DATABASE_URL = 'postgres://…, sqlite:PATH or memory:';
const TRUST_PROXY = 'addresses or ranges such as 10.0.0.0/8, separated by commas';
const PORT = `a whole number from 0 to ${MAX_PORT}`;

const MIN_DEADLINE_MS = 100;
const MAX_DEADLINE_MS = 600_000;
const DEADLINE = `milliseconds, from ${MIN_DEADLINE_MS} to ${MAX_DEADLINE_MS}`;

const MAX_DATA_AGE = 'a duration such as 90s, 15m, 24h or 7d';
const MIN_TOKEN_LENGTH = 16;
const INIT_ADMIN_API_TOKENS = `secrets of at least ${MIN_TOKEN_LENGTH} characters each, separated by commas`;

const UNLEASH_URL = 'http(s)://host, with a path at most, and no password';
const UNLEASH_API_KEY = 'an admin key of Unleash: ASCII, without spaces';

const LEAST_RESPONSE_BYTES = 1_000_000;
const MOST_RESPONSE_BYTES = 500_000_000;
const RESPONSE_BYTES = `bytes, from ${LEAST_RESPONSE_BYTES} to ${MOST_RESPONSE_BYTES}`;

const schema = z.object({
  DATABASE_URL: z
    .string()
    .default('sqlite:./forewarn.db')
    .transform((url, context) => storeLocationOf(url) ?? refuse(context, DATABASE_URL)),
  HOST: z.string({ error: 'an address' }).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT)
    .transform(Number)
    .refine((port) => port <= MAX_PORT, PORT)
    .default(4242),
  BASE_PATH: z
    .string()
    .transform((path) => path.replace(/\/$/, ''))
    .refine(isBasePath, 'a path such as /flags')
    .default(''),
  REQUEST_DEADLINE_MS: z
    .string()
    .regex(/^\d{1,6}$/, DEADLINE)
    .transform(Number)
    .refine((ms) => ms >= MIN_DEADLINE_MS && ms <= MAX_DEADLINE_MS, DEADLINE)
    .default(5_000),
  MAX_DATA_AGE: z
    .string()
    .transform((text, context) => parseDuration(text) ?? refuse(context, MAX_DATA_AGE))
    .optional(),
  GUARD_DELETES: z
    .enum(['true', 'false'], { error: 'true or false' })
    .transform((text) => text === 'true')
    .default(false),
  TRUST_PROXY: z.string().transform(listOf).refine(areAddresses, TRUST_PROXY).default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  INIT_ADMIN_API_TOKENS: z
    .string()
    .transform(listOf)
    .refine(
      (tokens) => tokens.every(({ length }) => length >= MIN_TOKEN_LENGTH),
      INIT_ADMIN_API_TOKENS,
    )
    .default([]),
  UNLEASH_URL: z
    .string()
    .transform((url, context) => unleashUrlOf(url) ?? refuse(context, UNLEASH_URL))
    .optional(),
  UNLEASH_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, UNLEASH_API_KEY)
    .optional(),
  MAX_RESPONSE_BYTES: z
    .string()
    .regex(/^\d{1,9}$/, RESPONSE_BYTES)
    .transform(Number)
    .refine(
      (bytes) => bytes >= LEAST_RESPONSE_BYTES && bytes <= MOST_RESPONSE_BYTES,
      RESPONSE_BYTES,
    )
    .default(MAX_RESPONSE_BYTES),
  SYNC_INTERVAL: z
    .string()
    .transform((text, context) => intervalOf(text) ?? refuse(context, INTERVAL))
    .default(60_000),
});

/** Reads the settings. An empty variable counts as unset. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Settings, WrongSetting> {
  const isSet = ([, value]: readonly [string, string | undefined]): boolean => Boolean(value);
  const read = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(isSet)));
  if (!read.success) {
    const [issue] = read.error.issues;
    return err({
      type: 'WrongSetting',
      variable: String(issue?.path[0]),
      expected: issue?.message ?? '',
    });
  }
  const { UNLEASH_URL: url, UNLEASH_API_KEY: key, SYNC_INTERVAL: intervalMs } = read.data;
  const { MAX_RESPONSE_BYTES: maxResponseBytes } = read.data;
  if (url !== undefined && key === undefined) {
    return err({ type: 'WrongSetting', variable: 'UNLEASH_API_KEY', expected: UNLEASH_API_KEY });
  }
  return ok({
    ...(url === undefined || key === undefined
      ? {}
      : { unleash: { url, key, intervalMs, maxResponseBytes } }),
    store: read.data.DATABASE_URL,
    host: read.data.HOST,
    port: read.data.PORT,
    basePath: read.data.BASE_PATH,
    deadlineMs: read.data.REQUEST_DEADLINE_MS,
    maxDataAgeMs: read.data.MAX_DATA_AGE,
    guardDeletes: read.data.GUARD_DELETES,
    trustProxy: read.data.TRUST_PROXY,
    logLevel: read.data.LOG_LEVEL,
    initAdminApiTokens: read.data.INIT_ADMIN_API_TOKENS,
  });
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function areAddresses(texts: readonly string[]): boolean {
  try {
    proxyAddr.compile([...texts]);
  } catch {
    return false;
  }
  // proxy-addr accepts a number as an address. In other software it means the number of proxies, so refuse it.
  return texts.every((text) => NAMED_RANGES.has(text) || isIP(text.split('/', 1)[0] ?? '') !== 0);
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

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
