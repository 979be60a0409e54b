import { describe, expect, test } from 'vitest';
import { readSettings, type StoreLocation } from '../src/settings.ts';

const read = (environment: Readonly<Record<string, string | undefined>>) =>
  readSettings(environment)._unsafeUnwrap();

const refusal = (environment: Readonly<Record<string, string | undefined>>) =>
  readSettings(environment)._unsafeUnwrapErr();

const ONE = 'x'.repeat(16);
const TWO = 'the second of the secrets';

const DEFAULTS = {
  store: { kind: 'sqlite', path: './forewarn.db' },
  host: '127.0.0.1',
  port: 4242,
  basePath: '',
  deadlineMs: 5_000,
  maxDataAgeMs: undefined,
  guardDeletes: false,
  trustProxy: [],
  logLevel: 'info',
  initAdminApiTokens: [],
};

const VARIABLES = [
  'DATABASE_URL',
  'HOST',
  'PORT',
  'BASE_PATH',
  'REQUEST_DEADLINE_MS',
  'MAX_DATA_AGE',
  'GUARD_DELETES',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'INIT_ADMIN_API_TOKENS',
] as const;

describe('unset variables', () => {
  test('have defaults', () => {
    expect(read({})).toStrictEqual(DEFAULTS);
  });

  test('include empty ones', () => {
    const empty = Object.fromEntries(VARIABLES.map((variable) => [variable, '']));

    expect(read(empty)).toStrictEqual(DEFAULTS);
  });

  test('of other programs are ignored', () => {
    expect(read({ PATH: '/usr/bin', port: 'x', toString: 'x' })).toStrictEqual(DEFAULTS);
  });
});

describe('DATABASE_URL', () => {
  const postgres = (url: string): readonly [string, StoreLocation] => [
    url,
    { kind: 'postgres', connectionString: url },
  ];

  test.each<readonly [string, StoreLocation]>([
    ['memory:', { kind: 'memory' }],
    ['sqlite:forewarn.db', { kind: 'sqlite', path: 'forewarn.db' }],
    ['sqlite:/var/lib/forewarn.db', { kind: 'sqlite', path: '/var/lib/forewarn.db' }],
    ['sqlite:a b%20c?d#e', { kind: 'sqlite', path: 'a b%20c?d#e' }],
    postgres('postgres://db/forewarn'),
    postgres('postgresql://db/forewarn'),
    postgres('postgres://user:p%40ss@[::1]:5433/forewarn?sslmode=verify-full'),
  ])('%s is the location of the store', (url, store) => {
    expect(read({ DATABASE_URL: url }).store).toStrictEqual(store);
  });

  test.each([
    'sqlite:',
    'sqlite::memory:',
    'memory',
    'memory:x',
    'MEMORY:',
    './forewarn.db',
    'postgres:forewarn',
    'postgres:/db/forewarn',
    'postgres://s3cret:s3cret@db:99999/forewarn',
    'postgres://user:s3/cret@db/forewarn',
    'postgress://user:s3cret@db/forewarn',
    ' postgres://user:s3cret@db/forewarn',
    'mysql://user:s3cret@db/forewarn',
    'user:s3cret@db',
  ])('%s is refused, without repeating it, because it may contain a password', (url) => {
    expect(refusal({ DATABASE_URL: url })).toStrictEqual({
      type: 'WrongSetting',
      variable: 'DATABASE_URL',
      expected: 'postgres://…, sqlite:PATH or memory:',
    });
  });
});

describe('PORT', () => {
  test.each([
    ['0', 0],
    ['80', 80],
    ['00080', 80],
    ['65535', 65_535],
  ])('%s is a port', (text, port) => {
    expect(read({ PORT: text }).port).toBe(port);
  });

  test.each(['65536', '-1', '8080.5', '8e3', '0x50', ' 80', '80\n', '123456', 'http', '٨٠'])(
    '%j is not',
    (text) => {
      expect(refusal({ PORT: text })).toStrictEqual({
        type: 'WrongSetting',
        variable: 'PORT',
        expected: 'a whole number from 0 to 65535',
      });
    },
  );
});

describe('BASE_PATH', () => {
  test.each([
    ['/', ''],
    ['/flags', '/flags'],
    ['/flags/', '/flags'],
    ['/my.team/~flags_v-2', '/my.team/~flags_v-2'],
  ])('%s is the base path "%s"', (text, basePath) => {
    expect(read({ BASE_PATH: text }).basePath).toBe(basePath);
  });

  test.each(['flags', '//', '/flags//', '/a//b', '/:id', '/a b', '/a?b', '/fl%61gs', 'http://h/a'])(
    '%s is not a base path',
    (text) => {
      expect(refusal({ BASE_PATH: text })).toStrictEqual({
        type: 'WrongSetting',
        variable: 'BASE_PATH',
        expected: 'a path such as /flags',
      });
    },
  );
});

describe('MAX_DATA_AGE', () => {
  test.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ])('%s is a duration', (text, ms) => {
    expect(read({ MAX_DATA_AGE: text }).maxDataAgeMs).toBe(ms);
  });

  test.each(['0m', '15', '15 m', '1.5h', '-1h', '1w', 'h', '24H', '015m', '1d12h', '1000000s'])(
    '%s is not',
    (text) => {
      expect(refusal({ MAX_DATA_AGE: text })).toStrictEqual({
        type: 'WrongSetting',
        variable: 'MAX_DATA_AGE',
        expected: 'a duration such as 90s, 15m, 24h or 7d',
      });
    },
  );
});

describe('GUARD_DELETES', () => {
  test.each([
    ['true', true],
    ['false', false],
  ])('can be %s', (text, isGuarded) => {
    expect(read({ GUARD_DELETES: text }).guardDeletes).toBe(isGuarded);
  });

  test.each(['yes', '1', 'TRUE', 'true '])('can not be "%s"', (text) => {
    expect(refusal({ GUARD_DELETES: text })).toStrictEqual({
      type: 'WrongSetting',
      variable: 'GUARD_DELETES',
      expected: 'true or false',
    });
  });
});

describe('TRUST_PROXY', () => {
  test.each([
    ['10.0.0.1', ['10.0.0.1']],
    [' 10.0.0.0/8 , 2001:db8::/32,, ', ['10.0.0.0/8', '2001:db8::/32']],
    ['loopback,linklocal,uniquelocal', ['loopback', 'linklocal', 'uniquelocal']],
    ['10.0.0.0/255.0.0.0', ['10.0.0.0/255.0.0.0']],
    [' , ', []],
  ])('"%s" is %j', (text, trusted) => {
    expect(read({ TRUST_PROXY: text }).trustProxy).toStrictEqual(trusted);
  });

  test.each([
    'true',
    '1',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/0',
    'proxy.example.com',
    '10.0.0.1 10.0.0.2',
  ])('"%s" is not', (text) => {
    expect(refusal({ TRUST_PROXY: text })).toStrictEqual({
      type: 'WrongSetting',
      variable: 'TRUST_PROXY',
      expected: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    });
  });
});

describe('the other variables', () => {
  test('HOST is used unchanged', () => {
    expect(read({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(read({ HOST: '::' }).host).toBe('::');
  });

  test.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])(
    'LOG_LEVEL can be %s',
    (level) => {
      expect(read({ LOG_LEVEL: level }).logLevel).toBe(level);
    },
  );

  test.each(['verbose', 'INFO', 'info '])('LOG_LEVEL can not be "%s"', (level) => {
    expect(refusal({ LOG_LEVEL: level })).toStrictEqual({
      type: 'WrongSetting',
      variable: 'LOG_LEVEL',
      expected: 'one of fatal, error, warn, info, debug, trace, silent',
    });
  });

  test.each(['100', '5000', '600000'])('REQUEST_DEADLINE_MS can be %s', (text) => {
    expect(read({ REQUEST_DEADLINE_MS: text }).deadlineMs).toBe(Number(text));
  });

  test.each(['99', '600001', '5s', '-1', '1e3', '0x99', ' 500', '5000.5'])(
    'REQUEST_DEADLINE_MS can not be "%s"',
    (text) => {
      expect(refusal({ REQUEST_DEADLINE_MS: text })).toStrictEqual({
        type: 'WrongSetting',
        variable: 'REQUEST_DEADLINE_MS',
        expected: 'milliseconds, from 100 to 600000',
      });
    },
  );

  test.each([
    [`${ONE},${TWO}`, [ONE, TWO]],
    [` ${ONE} , ${TWO} `, [ONE, TWO]],
    [`,${ONE},, ${TWO},`, [ONE, TWO]],
    [' , ', []],
    ['*:*.one with spaces', ['*:*.one with spaces']],
  ])('INIT_ADMIN_API_TOKENS splits "%s" at its commas', (text, tokens) => {
    expect(read({ INIT_ADMIN_API_TOKENS: text }).initAdminApiTokens).toStrictEqual(tokens);
  });

  test.each(['x'.repeat(15), `${ONE},short`])('INIT_ADMIN_API_TOKENS refuses "%s"', (text) => {
    expect(refusal({ INIT_ADMIN_API_TOKENS: text }).expected).toMatch(
      /at least 16 characters each/,
    );
  });

  test('reports the first of several wrong ones, in the order of the reference', () => {
    const { variable } = refusal({ LOG_LEVEL: 'x', PORT: 'x', DATABASE_URL: 'x' });

    expect(variable).toBe('DATABASE_URL');
  });
});
