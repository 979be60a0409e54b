import { expect, test } from 'vitest';
import { misspeltVariable } from '../src/misspelt-variable.ts';

const KNOWN = {
  names: [
    'DATABASE_URL',
    'HOST',
    'PORT',
    'BASE_PATH',
    'GUARD_DELETES',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'INIT_ADMIN_API_TOKENS',
    'FOREWARN_URL',
    'FOREWARN_API_KEY',
  ],
  secrets: new Set(['DATABASE_URL', 'INIT_ADMIN_API_TOKENS', 'FOREWARN_API_KEY']),
};

test.each([
  ['GUARD_DELETE', 'GUARD_DELETES'],
  ['GAURD_DELETES', 'GUARD_DELETES'],
  ['guard_deletes', 'GUARD_DELETES'],
  ['GUARD-DELETES', 'GUARD_DELETES'],
  ['GUARD_DELETES_FILE', 'GUARD_DELETES'],
  ['FOREWARN_GUARD_DELETES', 'GUARD_DELETES'],
  ['FORWARN_GUARD_DELETES', 'GUARD_DELETES'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['FOREWARN_DATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['BASEPATH', 'BASE_PATH'],
  ['BASE_URI_PATH', 'BASE_PATH'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['INIT_ADMIN_API_TOKEN', 'INIT_ADMIN_API_TOKENS'],
  ['INIT_ADMIN_API_KEYS', 'INIT_ADMIN_API_TOKENS'],
  ['FOREWARN_ULR', 'FOREWARN_URL'],
  ['FORWARN_URL', 'FOREWARN_URL'],
  ['FOREWARN_APIKEY', 'FOREWARN_API_KEY'],
  ['FOREWARN_TOKEN', 'FOREWARN_API_KEY'],
  ['FOREWARN_LOG_LEVEL', 'LOG_LEVEL'],
])('finds that %s is meant for %s, unless that is set', (name, meant) => {
  expect(misspeltVariable({ [name]: 'x' }, KNOWN)).toEqual({
    setting: name,
    expected: `the name ${meant}: no setting has this one`,
  });
  expect(misspeltVariable({ [name]: 'x', [meant]: 'y' }, KNOWN)).toBeUndefined();
});

test.each(['POSTGRES_URL', 'DB_URL', 'PG_URI'])(
  'finds that %s is meant for DATABASE_URL if it is of Postgres',
  (name) => {
    const given = { [name]: 'postgres://db/flags' };

    expect(misspeltVariable(given, KNOWN)).toMatchObject({ setting: name });
    expect(misspeltVariable({ [name]: 'mysql://db/flags' }, KNOWN)).toBeUndefined();
    expect(misspeltVariable({ ...given, DATABASE_URL_FILE: '/url' }, KNOWN)).toBeUndefined();
  },
);

test.each([
  'PATH',
  'HOSTS',
  'HOSTNAME',
  'PORTS',
  'port',
  'LOGLEVEL',
  'BASE_URL',
  'DATABASE',
  'DATABASE_DIR',
  'FOREWARN_VERSION',
  'FOREWARN_HOST',
  'FONT_PATH',
  'INIT_CLIENT_API_TOKENS',
  'API_KEY',
  'URL',
])('leaves %s to other programs', (name) => {
  expect(misspeltVariable({ [name]: 'forewarn.example.com' }, KNOWN)).toBeUndefined();
});
