import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

test.each([
  ['a line break in it', 'sqlite:a\nb.db', 'one line, without control characters'],
  ['quotes around it', '"sqlite:a.db"', 'the value without quotes around it'],
  ['only white space', ' \n', 'a value: it has only white space'],
  ['what became of UTF-16', '\ufffd\ufffdsqlite:a.db', expect.stringMatching(/^UTF-8: /)],
  ['two slashes', 'sqlite://a/b.db', expect.stringContaining('sqlite:a/b.db in this folder')],
  ['three slashes', 'sqlite:///a/b.db', expect.stringContaining('or sqlite:/a/b.db')],
  ['quotes around the path', 'sqlite:"a.db"', 'sqlite:PATH, without quotes around the path'],
  ['parameters', 'sqlite:a.db?mode=rwc', 'sqlite:PATH, without parameters after it'],
  ["SQLite's own scheme", 'sqlite:file:a.db', 'sqlite:PATH, without "file:"'],
  ['a port that is none', 'postgres://me:s3cret@db:99999/a', 'a port from 1 to 65535 in the URL'],
  ['several hosts', 'postgres://me:s3cret@a,b/a', expect.stringMatching(/^one host: /)],
  ["Java's form", 'jdbc:postgresql://db/a', expect.stringMatching(/without "jdbc:"$/)],
])('DATABASE_URL can not have %s', (_what, value, expected) => {
  expect(readSettings({ DATABASE_URL: value })._unsafeUnwrapErr()).toStrictEqual({
    type: 'WrongSetting',
    setting: 'DATABASE_URL',
    expected,
  });
});

test.each([
  [{ GUARD_DELETE: 'true' }, 'GUARD_DELETE', 'the name GUARD_DELETES: no setting has this one'],
  [{ FOREWARN_ULR: 'https://a.example' }, 'FOREWARN_ULR', expect.stringContaining('FOREWARN_URL:')],
  [{ FOREWARN_PORT: '80' }, 'FOREWARN_PORT', expect.stringContaining('the name PORT:')],
  [
    { DATABASE_HOST: 'db', DATABASE_NAME: 'a' },
    'DATABASE_HOST',
    expect.stringMatching(/^DATABASE_URL=postgres:/),
  ],
  [
    { DATABASE_PASSWORD_FILE: '/run/secrets/pw' },
    'DATABASE_PASSWORD_FILE',
    expect.stringMatching(/^DATABASE_URL=/),
  ],
  [
    { DATABASE_URL: 'postgres://db/a', DATABASE_SSL: 'true' },
    'DATABASE_SSL',
    expect.stringMatching(/^sslmode/),
  ],
  [
    { DATABASE_URL: 'postgres://db/a', DATABASE_SCHEMA: 'flags' },
    'DATABASE_SCHEMA',
    expect.stringContaining('search_path'),
  ],
])('a variable of another name stops the start: %j', (environment, setting, expected) => {
  expect(readSettings(environment)._unsafeUnwrapErr()).toStrictEqual({
    type: 'WrongSetting',
    setting,
    expected,
  });
});

test('variables of Kubernetes, of Docker and of parts of the URL are ignored', () => {
  const ordinary = {
    FOREWARN_PORT: 'tcp://10.0.0.1:80',
    FOREWARN_SERVICE_HOST: '10.0.0.1',
    FOREWARN_SERVICE_PORT: '80',
    FOREWARN_SERVICE_PORT_HTTP: '80',
    FOREWARN_PORT_80_TCP: 'tcp://10.0.0.1:80',
    FOREWARN_PORT_80_TCP_ADDR: '10.0.0.1',
    FOREWARN_PORT_80_TCP_PORT: '80',
    DATABASE_PORT: 'tcp://10.0.0.2:5432',
    DATABASE_SERVICE_HOST: '10.0.0.2',
    DATABASE_ENV_DATABASE_HOST: 'x',
    HOSTNAME: 'forewarn-1',
    LOGLEVEL: 'debug',
    UNLEASH_API_URL: 'https://unleash.example.com/api',
    UNLEASH_API_TOKEN: 'token',
    INIT_CLIENT_API_TOKENS: 'token',
    PUBLIC_IP: '192.0.2.1',
    FOREWARN_VERSION: '1.2.3',
    GUARD_DELETE: '',
  };
  const composed = {
    DATABASE_URL: 'postgres://me:pw@db/a?sslmode=require',
    DATABASE_HOST: 'db',
    DATABASE_USERNAME: 'me',
    DATABASE_PASSWORD: 'pw',
    DATABASE_SSL: 'true',
  };

  expect(readSettings(ordinary)._unsafeUnwrap()).toStrictEqual(readSettings({})._unsafeUnwrap());
  expect(readSettings({ ...ordinary, ...composed }).isOk()).toBe(true);
});

test('UNLEASH_API_KEY without UNLEASH_URL stops the start', () => {
  expect(readSettings({ UNLEASH_API_KEY: 'key' })._unsafeUnwrapErr()).toMatchObject({
    setting: 'UNLEASH_URL',
    expected: 'http(s)://host, with a path at most, and no password, beside UNLEASH_API_KEY',
  });
});
