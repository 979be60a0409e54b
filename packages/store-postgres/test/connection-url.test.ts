import { expect, it } from 'vitest';
import { type ConnectionUrl, readConnectionUrl } from '../src/connection-url.ts';

const NOTHING = {
  user: undefined,
  password: undefined,
  host: undefined,
  port: undefined,
  database: undefined,
  sslMode: undefined,
  parameters: new Map<string, string>(),
};
const USUAL = { user: 'ann', password: 'pw', host: 'db', database: 'flags' };

it.each<readonly [what: string, url: string, read: Partial<ConnectionUrl>]>([
  ['no more than a host', 'postgres://db', { host: 'db' }],
  ['nothing', 'postgres://', {}],
  ['its parts', 'postgresql://ann:pw@db:5433/flags', { ...USUAL, port: 5433 }],
  [
    'an address of IPv6',
    'postgres://ann:pw@[::1]:5433/flags',
    { ...USUAL, host: '::1', port: 5433 },
  ],
  [
    'escapes',
    'postgres://a%6En:p%40%2F@d%62/fl%C3%A4gs',
    { ...USUAL, password: 'p@/', database: 'flägs' },
  ],
  ['a user without a password', 'postgres://ann@db/flags', { ...USUAL, password: undefined }],
  ["Azure's user", 'postgres://ann@server:pw@db/flags', { ...USUAL, user: 'ann@server' }],
  ['a slash at the end', 'postgres://ann:pw@db/flags/', USUAL],
  [
    "Cloud SQL's socket",
    'postgresql://ann:pw@/flags?host=/cloudsql/shop:europe-west1:main',
    { ...USUAL, host: '/cloudsql/shop:europe-west1:main' },
  ],
  [
    'an encoded socket',
    'postgres://ann:pw@%2Frun%2Fpg:5433/flags',
    { ...USUAL, host: '/run/pg', port: 5433 },
  ],
  [
    'a socket without a user',
    'postgres:///flags?host=/run/pg',
    { host: '/run/pg', database: 'flags' },
  ],
  [
    'a host, a port and a user as parameters',
    'postgres://db/flags?host=other&port=5433&user=ann@example.com&password=p=w&dbname=more',
    { user: 'ann@example.com', password: 'p=w', host: 'other', port: 5433, database: 'more' },
  ],
  [
    'options that a library of forms wrote',
    'postgres://db/?options=-c+search_path%3Dflags&password=p+w',
    { host: 'db', password: 'p+w', parameters: new Map([['options', '-c search_path=flags']]) },
  ],
  ['sslmode', 'postgres://ann:pw@db/flags?sslmode=require', { ...USUAL, sslMode: 'require' }],
  ["the drivers' ssl", 'postgres://ann:pw@db/flags?ssl=true', { ...USUAL, sslMode: 'verify-full' }],
  [
    'other parameters',
    'postgres://ann:pw@db/flags?sslmode=verify-full&sslrootcert=/etc/ca.pem&application_name=forewarn',
    {
      ...USUAL,
      sslMode: 'verify-full',
      parameters: new Map([
        ['sslrootcert', '/etc/ca.pem'],
        ['application_name', 'forewarn'],
      ]),
    },
  ],
  [
    "Prisma's default schema",
    'postgres://ann:pw@db/flags?schema=public&pgbouncer=true',
    {
      ...USUAL,
      parameters: new Map([
        ['schema', 'public'],
        ['pgbouncer', 'true'],
      ]),
    },
  ],
  ...['p#w', 'p@w', 'p/w', 'p?w', 'p%w', '100%', 'p w', '#@?', '#/?', 'a:b', 'ü'].map(
    (password) =>
      [
        `the password ${password} as it is`,
        `postgres://ann:${password}@db:5433/flags`,
        { ...USUAL, password, port: 5433 },
      ] as const,
  ),
])('reads %s', (_what, url, read) => {
  expect(readConnectionUrl(url)._unsafeUnwrap()).toStrictEqual({ ...NOTHING, ...read });
});

const ENCODED = /: % as %25, \/ as %2F, @ as %40, \? as %3F, # as %23$/;

it.each<readonly [what: string, url: string, expected: RegExp]>([
  ['another scheme', 'postgress://ann:s3cret@db/flags', /^postgres:\/\/user:password@host/],
  ["Java's URL", 'jdbc:postgresql://db/flags?user=ann', /without "jdbc:"/],
  ["SQLAlchemy's URL", 'postgresql+asyncpg://ann:s3cret@db/flags', /without "\+"/],
  ["libpq's keywords", 'host=db dbname=flags password=s3cret', /a URL instead of keywords/],
  ['one slash', 'postgres:/db/flags', /two slashes/],
  ['a number and a slash, which can be a port', 'postgres://ann:12/s3cret@db/flags', ENCODED],
  ['a number and a question mark', 'postgres://ann:12?s3cret@db/flags', ENCODED],
  ['a parameter that can be a password', 'postgres://ann:12?s3=cret@db/flags', ENCODED],
  ['a slash and two @', 'postgres://ann:s3/cr@et@db/flags', ENCODED],
  ['escapes beside a lone %', 'postgres://ann:s3%20cret%@db/flags', ENCODED],
  ['escapes that are no UTF-8', 'postgres://ann:s3cr%E4t@db/flags', ENCODED],
  ['a database with a slash', 'postgres://ann:s3cret@db/flags/more', ENCODED],
  ['several hosts', 'postgres://ann:s3cret@db1,db2:5433/flags', /^one host/],
  ['several hosts with ports', 'postgres://ann:s3cret@db1:1,db2:2/flags', /^one host/],
  ['several hosts as a parameter', 'postgres:///flags?host=db1,db2', /^one host/],
  ['a port that is none', 'postgres://ann:s3cret@db:99999/flags', /^a port/],
  ['a word as a port', 'postgres://ann:s3cret@db/flags?port=s3cret', /^a port/],
  ['an unknown sslmode', 'postgres://ann:s3cret@db/flags?sslmode=s3cret', /^one of disable, allow/],
  [
    'verify-ca without a CA',
    'postgres://ann:s3cret@db/flags?sslmode=verify-ca',
    /sslrootcert=FILE/,
  ],
  [
    'the CAs of the system without names',
    'postgres://db?sslmode=require&sslrootcert=system',
    /verify-full/,
  ],
  ...['sslMode=verify-full', 'SSLMODE=require', 'useSSL=true', 'tls=true', 'SSL=true'].map(
    (given) => [given, `postgres://db/flags?${given}`, /^sslmode instead/] as const,
  ),
  ['a version of TLS', 'postgres://db/flags?ssl_min_protocol_version=TLSv1.3', /^no version/],
  ...['schema=s3', 'currentSchema=s3', 'search_path=s3'].map(
    (given) => [given, `postgres://db/flags?${given}`, /^options=-csearch_path%3DSCHEMA/] as const,
  ),
  ['an address beside the host', 'postgres://db/flags?hostaddr=10.0.0.1', /^the address as/],
  ['a service', 'postgres:///?service=s3', /without its name$/],
  ['lists of revoked certificates', 'postgres://db/flags?sslcrl=a.pem', /^no sslcrl/],
])('says what is expected instead of %s, without repeating it', (_what, url, expected) => {
  const problem = readConnectionUrl(url)._unsafeUnwrapErr();

  expect(problem).toMatch(expected);
  expect(problem).not.toContain('s3');
});
