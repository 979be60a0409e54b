import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { err, ok, Result } from 'neverthrow';
import {
  type ConnectionUrl,
  readConnectionUrl,
  SSL_MODES,
  type SslMode,
} from '../connection-url.ts';
import { isPool, type PgPoolConfig } from './pg-pool.ts';
import type { Encryption, PostgresAddress, ResolvedAddress } from './postgres-settings.ts';

/** Reads the URL of an address, and the files that it names. The error is that of a setting. */
export function resolveAddress(address: PostgresAddress): Result<ResolvedAddress, Error> {
  const pool = 'pool' in address ? address.pool : { connectionString: address.connectionString };
  if (isPool(pool)) return ok({ pool, isNamed: true });
  const { connectionString, ...others } = pool as PgPoolConfig;
  if (connectionString === undefined) return ok({ pool, isNamed: true });
  return readConnectionUrl(connectionString)
    .mapErr((expected) => new Error(`the URL of the database: expected ${expected}`))
    .andThen((url) =>
      encryptionsOf(url).map(([ssl, otherEncryption]) => ({
        pool: { ...others, ...configOf(url), ...(others.ssl === undefined && { ssl }) },
        ...(others.ssl === undefined && otherEncryption !== undefined && { otherEncryption }),
        isNamed: !FALSE.has(url.parameters.get('prepared_statements') ?? ''),
      })),
    );
}

const FALSE: ReadonlySet<string> = new Set(['false', '0', 'off', 'no']);

/** Parameters that the driver and the server know by the same name. */
const PASSED = [
  'application_name',
  'fallback_application_name',
  'options',
  'client_encoding',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const;

function configOf({ user, password, host, port, database, parameters }: ConnectionUrl) {
  const passed = PASSED.map((name) => [name, parameters.get(name)] as const);
  const seconds = Number(parameters.get('connect_timeout') ?? 0);
  return {
    ...Object.fromEntries(
      [...Object.entries({ user, password, host, port, database }), ...passed].filter(
        ([, value]) => value !== undefined,
      ),
    ),
    ...(seconds > 0 && { connectionTimeoutMillis: seconds * 1_000 }),
    ...(parameters.get('keepalives') === '0' && { keepAlive: false }),
    ...(parameters.has('sslnegotiation') && { sslnegotiation: parameters.get('sslnegotiation') }),
    ...(BINDING.has(parameters.get('channel_binding') ?? '') && { enableChannelBinding: true }),
  };
}

const BINDING: ReadonlySet<string> = new Set(['prefer', 'require']);

/** The encryption to try first, and the one to try if the server does not want it. */
function encryptionsOf(
  url: ConnectionUrl,
): Result<readonly [Encryption, Encryption | undefined], Error> {
  const { host, parameters } = url;
  if (host?.startsWith('/') === true) return ok([false, undefined]);
  const rootCert = parameters.get('sslrootcert') ?? variable('PGSSLROOTCERT');
  const given = url.sslMode === undefined ? modeOfEnvironment(rootCert) : ok(url.sslMode);
  if (given.isErr()) return err(given.error);
  const mode = given.value ?? (rootCert === 'system' ? 'verify-full' : 'prefer');
  if (mode === 'disable') return ok([false, undefined]);
  const isVerifying = mode.startsWith('verify') || (mode === 'require' && rootCert !== undefined);
  return filesOf(parameters, isVerifying ? rootCert : undefined).map((files) => {
    const encryption: ConnectionOptions = {
      ...files,
      ...(!isVerifying && { rejectUnauthorized: false }),
      ...(isVerifying && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    };
    if (mode === 'prefer') return [encryption, false];
    return mode === 'allow' ? [false, encryption] : [encryption, undefined];
  });
}

/** A variable of libpq, without the line break that a file adds. */
const variable = (name: string): string | undefined => env[name]?.trim() || undefined;

function modeOfEnvironment(rootCert: string | undefined): Result<SslMode | undefined, Error> {
  const given = variable('PGSSLMODE');
  const mode = SSL_MODES.find((each) => each === given);
  if (given !== undefined && mode === undefined) {
    return err(new Error(`PGSSLMODE: expected one of ${SSL_MODES.join(', ')}`));
  }
  return mode === 'verify-ca' && rootCert === undefined
    ? err(new Error('PGSSLMODE: expected PGSSLROOTCERT beside verify-ca, or verify-full'))
    : ok(mode);
}

/** Reads the files that a URL names, with the errors of the parameter that names them. */
function filesOf(
  parameters: ConnectionUrl['parameters'],
  rootCert: string | undefined,
): Result<ConnectionOptions, Error> {
  const files = [
    ['ca', 'sslrootcert', rootCert],
    ['cert', 'sslcert', parameters.get('sslcert')],
    ['key', 'sslkey', parameters.get('sslkey')],
  ] as const;
  const options: ConnectionOptions = {};
  for (const [option, parameter, path] of files) {
    if (path === undefined) continue;
    const text = path === 'system' && option === 'ca' ? ok(systemCertificates()) : read(path);
    if (text.isErr())
      return err(new Error(`${parameter}: ${text.error.message}`, { cause: text.error }));
    options[option] = text.value as string;
  }
  const passphrase = parameters.get('sslpassword');
  return ok({ ...options, ...(passphrase !== undefined && { passphrase }) });
}

const read = Result.fromThrowable(
  (path: string): string => readFileSync(path, 'utf8'),
  (error) => error as Error,
);

const systemCertificates = (): string[] => [
  ...getCACertificates('bundled'),
  ...getCACertificates('system'),
];
