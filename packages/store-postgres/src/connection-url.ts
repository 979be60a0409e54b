/**
 * The URL of a Postgres database, as libpq reads it, without a driver.
 *
 * @module @forewarn/store-postgres/connection-url
 */
import { err, ok, type Result } from 'neverthrow';

/** How a connection is encrypted, as libpq's `sslmode` says; `no-verify` is the driver's word for `require` without a CA. */
export const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
] as const;

/** How a connection is encrypted. */
export type SslMode = (typeof SSL_MODES)[number];

/** What a URL says. What is absent is left to the driver, which reads libpq's variables, such as `PGPASSWORD`. */
export interface ConnectionUrl {
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** A name, an address, or the folder of a socket. */
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly database: string | undefined;
  /** Undefined if the URL does not say. */
  readonly sslMode: SslMode | undefined;
  /** The other parameters by their names, such as `sslrootcert`, `application_name` and `options`. */
  readonly parameters: ReadonlyMap<string, string>;
}

const SCHEME = /^postgres(?:ql)?:\/\//;
const FORM = 'postgres://user:password@host:port/database';
const ENCODED =
  'the special characters of its parts encoded: % as %25, / as %2F, @ as %40, ? as %3F, # as %23';
const UNCLEAR = `${FORM}, with ${ENCODED}`;

/** Reads a URL. The error says what is expected, and repeats no part of the text. */
export function readConnectionUrl(text: string): Result<ConnectionUrl, string> {
  if (!SCHEME.test(text)) return err(otherScheme(text));
  const parts = partsOf(text.replace(SCHEME, ''));
  if (parts.isErr()) return err(parts.error);
  const { login, address, port, database, query } = parts.value;
  const colon = `${login}:`.indexOf(':');
  const texts = [login.slice(0, colon), login.slice(colon + 1), address, database].map(decoded);
  const pairs = pairsOf(query);
  if (texts.includes(undefined) || pairs === undefined) return err(UNCLEAR);
  const [user, password, host, name] = texts;
  const parameters = new Map(pairs);
  const take = (parameter: string, otherwise?: string): string | undefined => {
    const value = parameters.get(parameter) || otherwise;
    parameters.delete(parameter);
    return value === '' ? undefined : value;
  };
  return checked({
    user: take('user', user),
    password: take('password', password),
    host: take('host', host),
    port: take('port', port),
    database: take('dbname', name),
    sslMode: take('sslmode', modeOfSsl(take('ssl'))),
    parameters,
  });
}

const OTHER_SCHEMES: readonly (readonly [RegExp, string])[] = [
  [/^jdbc:postgres/i, `${FORM}, without "jdbc:"`],
  [/^postgres(?:ql)?\+\w+:/i, `${FORM}, without "+" and the driver's name`],
  [/^postgres(?:ql)?:/i, `${FORM}, with two slashes, in lower case`],
  [/^\s*(?:host|dbname|user|hostaddr|port)\s*=/i, `a URL instead of keywords: ${FORM}`],
];

const otherScheme = (text: string): string =>
  OTHER_SCHEMES.find(([pattern]) => pattern.test(text))?.[1] ?? FORM;

/** The parts of a URL as they stand, without its scheme. */
interface Parts {
  readonly login: string;
  readonly address: string;
  readonly port: string;
  readonly database: string;
  readonly query: string;
}

const HOST = /^(?:\[[^\]]*\]|[^\s:@/?#[\]]*)(?::\d*)?$/;

/** Splits a URL. A password may have special characters as long as there is one way to read it. */
function partsOf(text: string): Result<Parts, string> {
  const split = endOfLogin(text);
  if (split === undefined) return err(UNCLEAR);
  const [, host = '', path = '', query = ''] =
    /^([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(text.slice(split + 1)) ?? [];
  if (host.includes(',')) return err(ONE_HOST);
  const database = path.replace(/^\//, '').replace(/\/$/, '');
  if (!HOST.test(host) || /[@/]/.test(database)) return err(UNCLEAR);
  const [, address = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(host) ?? [];
  return ok({
    login: text.slice(0, Math.max(0, split)),
    address: address.replace(/^\[(.*)\]$/, '$1'),
    port,
    database,
    query,
  });
}

/** The index of the @ after the name and the password; -1 if there is none, and undefined if it could be one of several. */
function endOfLogin(text: string): number | undefined {
  const slash = text.search(/\/|$/);
  const end = text.search(/[/?]|$/);
  const isHost = HOST.test(text.slice(0, end));
  // As in libpq, but the last one: a host has none.
  const before = text.lastIndexOf('@', slash);
  if (before >= 0 && !isHost) return before;
  if (isHost) return -1;
  const [first, last] = [text.indexOf('@'), text.lastIndexOf('@')];
  return first === last ? last : undefined;
}

/** The parameters that may have an @ as it is. Another one is rather that of a password with a question mark. */
const WITH_AT: ReadonlySet<string> = new Set(['user', 'password', 'options', 'application_name']);

function pairsOf(query: string): readonly (readonly [string, string])[] | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(pair.slice(0, Math.max(0, equals)));
    const text = pair.slice(equals + 1);
    // Libraries that write forms make a space a plus sign. No option has one.
    const value = decoded(name === 'options' ? text.replaceAll('+', ' ') : text);
    if (!name || value === undefined) return undefined;
    if (pair.includes('@') && !WITH_AT.has(name)) return undefined;
    pairs.push([name, value]);
  }
  return pairs;
}

/** Parameters that change what is connected to in other drivers and in libpq, and that nothing reads here. */
const UNREAD: readonly (readonly [name: RegExp, expected: string])[] = [
  [
    /^(?:use_?ssl|ssl_?enabled|ssl(?:[_-]?mode)?|tls(?:mode)?|encrypt)$/i,
    'sslmode instead, such as sslmode=verify-full',
  ],
  [/^ssl_(?:min|max)_protocol_version$/, 'no version of TLS: Node sets it, with NODE_OPTIONS'],
  [/^(?:current_?schema|search_?path)$/i, 'options=-csearch_path%3DSCHEMA for a schema'],
  [/^hostaddr$/, 'the address as the host, without hostaddr'],
  [/^service$/, 'the parts of the service, without its name'],
];

/** Returns what is expected instead of a parameter that would be ignored. */
function unread(parameters: ConnectionUrl['parameters']): string | undefined {
  // Prisma's name. It writes the default, too.
  const schema = parameters.get('schema') ?? 'public';
  const names = [...parameters.keys(), ...(schema === 'public' ? [] : ['search_path'])];
  return UNREAD.find(([name]) => names.some((each) => name.test(each)))?.[1];
}

const ONE_HOST =
  'one host: of several, name the one that accepts writes, or a proxy that leads to it';

/** Decodes a part. A lone % is itself; a text with both is not known. */
function decoded(part: string): string | undefined {
  const escapes = part.match(/%[\da-f]{2}/gi)?.length ?? 0;
  if (escapes === 0) return part;
  if (escapes !== part.split('%').length - 1) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** What drivers of other languages call the modes. */
function modeOfSsl(ssl: string | undefined): string | undefined {
  switch (ssl) {
    case 'true':
    case '1':
      return 'verify-full';
    case 'false':
    case '0':
      return 'disable';
    default:
      return ssl;
  }
}

interface Read extends Omit<ConnectionUrl, 'port' | 'sslMode'> {
  readonly port: string | undefined;
  readonly sslMode: string | undefined;
}

function checked({ port, sslMode: mode, ...read }: Read): Result<ConnectionUrl, string> {
  const { host = '', parameters } = read;
  if (/,/.test(`${host}${port}`)) return err(ONE_HOST);
  if (
    port !== undefined &&
    !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)
  ) {
    return err('a port from 1 to 65535 in the URL');
  }
  const instead = unread(parameters);
  if (instead !== undefined) return err(instead);
  const sslMode = SSL_MODES.find((each) => each === mode);
  if (mode !== undefined && sslMode === undefined) {
    return err(`one of ${SSL_MODES.join(', ')} for sslmode`);
  }
  const rootCert = parameters.get('sslrootcert');
  if (sslMode === 'verify-ca' && rootCert === undefined) {
    return err('sslrootcert=FILE beside sslmode=verify-ca, or sslmode=verify-full');
  }
  if (rootCert === 'system' && sslMode !== undefined && sslMode !== 'verify-full') {
    return err('sslmode=verify-full beside sslrootcert=system');
  }
  if (parameters.has('sslcrl') || parameters.has('sslcrldir')) {
    return err('no sslcrl: lists of revoked certificates are not read');
  }
  return ok({ ...read, port: port === undefined ? undefined : Number(port), sslMode });
}
