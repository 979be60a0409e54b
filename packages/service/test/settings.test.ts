import { describe, expect, test } from 'vitest';
import type { ServiceSettings } from '../src/service-settings.ts';
import { readSettings, type Settings } from '../src/settings.ts';

const ONE = 'x'.repeat(16);
const TWO = 'the second of the secrets';
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const DEFAULTS = {
  store: { kind: 'sqlite', path: './forewarn.db' },
  host: '127.0.0.1',
  port: 4242,
  basePath: '',
  deadlineMs: 5_000,
  keepAliveMs: 65_000,
  maxDataAgeMs: undefined,
  guardDeletes: false,
  logCallers: false,
  trustProxy: [],
  webhookAllow: [],
  publicUrl: undefined,
  unleashUrl: undefined,
  logLevel: 'info',
  identity: undefined,
  initAdminApiTokens: [],
  added: [],
};

const UNLEASH = { UNLEASH_URL: 'https://unleash.example.com', UNLEASH_API_KEY: 'key' };
const FOLLOWED = {
  url: 'https://unleash.example.com',
  key: 'key',
  intervalMs: 60_000,
  maxResponseBytes: 32_000_000,
};

/** The valid values of a variable, each with the settings that differ from the defaults. */
interface Valid {
  readonly [value: string]: Partial<Flat>;
}

/** All settings, and what the variables of capabilities hold. */
type Flat = ServiceSettings & Omit<Settings, 'added'> & { readonly added: readonly object[] };

const sqlite = (path: string): Partial<Settings> => ({ store: { kind: 'sqlite', path } });
const postgres = (...urls: readonly string[]): Valid =>
  Object.fromEntries(
    urls.map((url) => [url, { store: { kind: 'postgres', connectionString: url } }]),
  );
const following = (url: string): Partial<Flat> => ({
  added: [{ ...FOLLOWED, url }],
  unleashUrl: url,
});

const followedWith = (more: Partial<typeof FOLLOWED>): Partial<Flat> => ({
  added: [{ ...FOLLOWED, ...more }],
  unleashUrl: FOLLOWED.url,
});

const VALID: Readonly<Record<string, Valid>> = {
  DATABASE_URL: {
    'memory:': { store: { kind: 'memory' } },
    'sqlite:forewarn.db': sqlite('forewarn.db'),
    'sqlite:/var/lib/forewarn.db': sqlite('/var/lib/forewarn.db'),
    'sqlite:a b%20c?d#e': sqlite('a b%20c?d#e'),
    'sqlite: ./forewarn.db\r\n': sqlite('./forewarn.db'),
    ...postgres(
      'postgres://db/forewarn',
      'postgresql://db/forewarn',
      'postgres://user:p%40ss@[::1]:5433/forewarn?sslmode=verify-full',
      'postgresql://user:pw@/forewarn?host=/cloudsql/shop:europe-west1:main',
      'postgres://user:s3/cr#et@db/forewarn?sslmode=require',
    ),
  },
  HOST: {
    '0.0.0.0': { host: '0.0.0.0' },
    '::': { host: '::' },
    '[::1]': { host: '::1' },
  },
  PORT: { 0: { port: 0 }, 80: { port: 80 }, '00080': { port: 80 }, 65535: { port: 65_535 } },
  BASE_PATH: {
    '/': { basePath: '' },
    '/flags': { basePath: '/flags' },
    '/flags/': { basePath: '/flags' },
    '/my.team/~flags_v-2': { basePath: '/my.team/~flags_v-2' },
  },
  REQUEST_DEADLINE_MS: {
    100: { deadlineMs: 100 },
    5000: { deadlineMs: 5_000 },
    600000: { deadlineMs: 600_000 },
  },
  KEEP_ALIVE_TIMEOUT: { '1s': { keepAliveMs: 1_000 }, '24h': { keepAliveMs: 86_400_000 } },
  MAX_DATA_AGE: {
    '30s': { maxDataAgeMs: 30_000 },
    '15m': { maxDataAgeMs: 900_000 },
    '24h': { maxDataAgeMs: 86_400_000 },
    '7d': { maxDataAgeMs: 604_800_000 },
  },
  GUARD_DELETES: { true: { guardDeletes: true }, false: { guardDeletes: false } },
  LOG_CALLERS: { true: { logCallers: true }, false: { logCallers: false } },
  TRUST_PROXY: {
    '10.0.0.1': { trustProxy: ['10.0.0.1'] },
    ' 10.0.0.0/8 , 2001:db8::/32,, ': { trustProxy: ['10.0.0.0/8', '2001:db8::/32'] },
    'loopback,linklocal,uniquelocal': { trustProxy: ['loopback', 'linklocal', 'uniquelocal'] },
    '10.0.0.0/255.0.0.0': { trustProxy: ['10.0.0.0/255.0.0.0'] },
    ' , ': { trustProxy: [] },
  },
  WEBHOOK_ALLOW: {
    'hooks.internal, 10.0.0.0/8,fd00::1': {
      webhookAllow: ['hooks.internal', '10.0.0.0/8', 'fd00::1'],
    },
    '0.0.0.0/0,10.0.0.5/32,10.2.0.0/15,fd00::/8,::1/128': {
      webhookAllow: ['0.0.0.0/0', '10.0.0.5/32', '10.2.0.0/15', 'fd00::/8', '::1/128'],
    },
  },
  PUBLIC_URL: { 'https://flags.example.com/f/': { publicUrl: 'https://flags.example.com/f' } },
  LOG_LEVEL: Object.fromEntries(LEVELS.map((logLevel) => [logLevel, { logLevel }])),
  INIT_ADMIN_API_TOKENS: {
    [`,${ONE},, ${TWO} ,`]: { initAdminApiTokens: [ONE, TWO] },
    ' , ': { initAdminApiTokens: [] },
    '*:*.one with spaces': { initAdminApiTokens: ['*:*.one with spaces'] },
  },
  UNLEASH_URL: {
    'https://unleash.example.com/': following('https://unleash.example.com'),
    'http://10.0.0.7:4242/flags/': following('http://10.0.0.7:4242/flags'),
    'https://unleash.example.com/api': following('https://unleash.example.com'),
    'https://a.example/flags/api/admin/': following('https://a.example/flags'),
    'https://a.example/api/frontend': following('https://a.example'),
  },
  UNLEASH_PUBLIC_URL: {
    'https://flags.example.com/f/': { unleashUrl: 'https://flags.example.com/f' },
  },
  MAX_RESPONSE_BYTES: {
    1000000: followedWith({ maxResponseBytes: 1_000_000 }),
    500000000: followedWith({ maxResponseBytes: 500_000_000 }),
  },
  SYNC_INTERVAL: {
    '2s': followedWith({ intervalMs: 2_000 }),
    '30d': followedWith({ intervalMs: 2_592_000_000 }),
    '999999d': followedWith({ intervalMs: expect.any(Number) as number }),
  },
};

/** Reads the settings, with those of the service beside the others. */
function flat(environment: Readonly<Record<string, string>>) {
  const { http, added, ...others } = readSettings(environment)._unsafeUnwrap();
  return { ...others, added: added.map(({ options }) => options), ...http };
}

const IS_UNLEASH = /^(?:UNLEASH_URL|MAX_RESPONSE_BYTES|SYNC_INTERVAL)$/;

test.each(
  Object.entries(VALID).flatMap(([variable, values]) =>
    Object.entries(values).map(([value, settings]) => [variable, value, settings] as const),
  ),
)('%s can be %j', (variable, value, settings) => {
  const others = IS_UNLEASH.test(variable) ? UNLEASH : {};

  expect(flat({ ...others, [variable]: value })).toStrictEqual({ ...DEFAULTS, ...settings });
});

const WEB_URL = 'http(s)://host, with a path at most, and no password';
const NO_URLS = 'host ftp://host https://me:s3cret@host https://host/?a=b'.split(' ');
const NO_LINKS = [
  ...NO_URLS,
  ...'https://host/#/a https:host https:///host https://host\\a'.split(' '),
  'https://host/our flags',
];

/** What a variable expects, and values that it can not have. */
const INVALID: Readonly<Record<string, readonly [expected: string, values: readonly string[]]>> = {
  DATABASE_URL: [
    'postgres://…, sqlite:PATH or memory:',
    [
      ...'sqlite: sqlite::memory: memory memory:x MEMORY: ./forewarn.db user:s3cret@db'.split(' '),
      'postgress://user:s3cret@db/forewarn',
      'mysql://user:s3cret@db/forewarn',
    ],
  ],
  PORT: [
    'a whole number from 0 to 65535',
    ['65536', '-1', '8080.5', '8e3', '0x50', '8 0', '123456', 'http', '٨٠'],
  ],
  BASE_PATH: [
    'a path such as /flags',
    ['flags', '//', '/flags//', '/a//b', '/:id', '/a b', '/a?b', '/fl%61gs', 'http://h/a'],
  ],
  REQUEST_DEADLINE_MS: [
    'milliseconds, from 100 to 600000',
    ['99', '600001', '5s', '-1', '1e3', '0x99', '5000.5'],
  ],
  KEEP_ALIVE_TIMEOUT: [
    'a duration from 1s to 24h, such as 65s',
    ['0s', '65', '65000', '500ms', '25h', '86401s'],
  ],
  MAX_DATA_AGE: [
    'a duration such as 90s, 15m, 24h or 7d',
    ['0m', '15', '15 m', '1.5h', '-1h', '1w', 'h', '24H', '015m', '1d12h', '1000000s'],
  ],
  GUARD_DELETES: ['true or false', ['yes', '1', 'TRUE']],
  TRUST_PROXY: [
    'addresses or ranges such as 10.0.0.0/8, separated by commas',
    ['true', '1', '*', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example.com', '10.0.0.1 10.0.0.2'],
  ],
  WEBHOOK_ALLOW: [
    'names, addresses or ranges such as 10.0.0.0/8, separated by commas',
    [
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/8/8',
      '1.2.3',
      'https://hooks.example.com',
      '*',
      '10.0.0.5/8',
      '10.1.0.0/15',
      'fd00::1/8',
      '::ffff:10.0.0.5/104',
      'fe80::1%eth0',
    ],
  ],
  PUBLIC_URL: [WEB_URL, NO_LINKS],
  LOG_LEVEL: [`one of ${LEVELS.join(', ')}`, ['verbose', 'INFO']],
  INIT_ADMIN_API_TOKENS: [
    'secrets of at least 16 ASCII characters each, without "Bearer", separated by commas',
    // No request could send the last two.
    ['x'.repeat(15), `${ONE},short`, `${ONE},s3cret-of-the-schlüssel`, `${ONE},Bearer ${ONE}`],
  ],
  UNLEASH_URL: [WEB_URL, NO_URLS],
  UNLEASH_PUBLIC_URL: [WEB_URL, NO_LINKS],
  UNLEASH_API_KEY: [
    'an access token of Unleash: ASCII, without spaces',
    ['s3cret key', 'schlüssel'],
  ],
  MAX_RESPONSE_BYTES: [
    'bytes, from 1000000 to 500000000',
    ['999999', '500000001', '32MB', '-1', 'Infinity'],
  ],
  SYNC_INTERVAL: [
    'a duration from 2s, such as 60s or 5m',
    ['1s', '60', '0s', 'often', 'Infinity', 'NaN', '1e9d', '9999999d'],
  ],
};

// It may contain a password.
test.each(
  Object.entries(INVALID).flatMap(([variable, [expected, values]]) =>
    values.map((value) => [variable, value, expected] as const),
  ),
)('%s can not be %j, which the refusal does not repeat', (variable, value, expected) => {
  expect(readSettings({ ...UNLEASH, [variable]: value })._unsafeUnwrapErr()).toStrictEqual({
    type: 'WrongSetting',
    setting: variable,
    expected,
  });
});

describe('unset variables', () => {
  test('and empty ones have defaults', () => {
    const empty = Object.fromEntries(Object.keys(INVALID).map((variable) => [variable, '']));

    expect(flat({})).toStrictEqual(DEFAULTS);
    expect(flat({ ...empty, HOST: '' })).toStrictEqual(DEFAULTS);
  });

  test('of other programs are ignored', () => {
    expect(flat({ PATH: '/usr/bin', port: 'x', toString: 'x' })).toStrictEqual(DEFAULTS);
  });
});

test.each([
  ['the key of the Unleash to follow', { UNLEASH_URL: 'https://a.example' }, 'UNLEASH_API_KEY'],
  [
    'the first of several wrong ones, in the order of the reference',
    { LOG_LEVEL: 'x', PORT: 'x', DATABASE_URL: 'x' },
    'DATABASE_URL',
  ],
  ['syncs too far apart', { ...UNLEASH, MAX_DATA_AGE: '60s' }, 'SYNC_INTERVAL'],
])('reports %s', (_what, environment, variable) => {
  expect(readSettings({ ...environment })._unsafeUnwrapErr().setting).toBe(variable);
});

const AROUND = ['\n', '\r\n', ' ', '\t', '\u00a0', '\ufeff', '\u200b'];

test.each(AROUND)('a value is read without %j around it', (around) => {
  const given = {
    DATABASE_URL: 'sqlite:flags.db',
    PORT: '80',
    GUARD_DELETES: 'true',
    MAX_DATA_AGE: '15m',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'https://flags.example.com/',
    WEBHOOK_ALLOW: 'hooks.internal',
    INIT_ADMIN_API_TOKENS: ONE,
    ...UNLEASH,
  };
  const surrounded = Object.entries(given).map(([name, value]) => [name, around + value + around]);

  expect(flat(Object.fromEntries(surrounded))).toStrictEqual(flat(given));
});
