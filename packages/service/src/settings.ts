import {
  type Environment,
  misspeltVariable,
  proxiesIn,
  proxyOf,
  readVariables,
  type WrongVariable,
} from '@forewarn/cli';
import { readConnectionUrl } from '@forewarn/store-postgres/connection-url';
import { parseDuration } from '@forewarn/wire';
import { err, ok, Result } from 'neverthrow';
import { z } from 'zod';
import { type CAPABILITIES, capabilities } from './capabilities.ts';
import { databaseVariable } from './database-variable.ts';
import { IDENTITY_VARIABLES, identityIn } from './identity-settings.ts';
import type { TrustedIdentity } from './keys/trusted-identity.ts';
import type { AddedSetting, AddedSettings, CommandParts } from './service-capability.ts';
import {
  ADDRESSES,
  areAddresses,
  KEEP_ALIVE_MS,
  MAX_KEEP_ALIVE_MS,
  type ServiceSettings,
  SETTINGS,
  type WrongSetting,
  wrongSettingOf,
} from './service-settings.ts';
import { checked, isWebUrl, listOf, numberIn, parsed, WEB_URL } from './setting-schemas.ts';

export type StoreLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly connectionString: string };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_TOKEN_LENGTH = 16;
const KEEP_ALIVE = 'a duration from 1s to 24h, such as 65s';

const TRUE_OR_FALSE = z
  .enum(['true', 'false'], { error: 'true or false' })
  .transform((text) => text === 'true')
  .default(false);

const variables = z.object({
  DATABASE_URL: checked(storeLocationOf)
    .default({ kind: 'sqlite', path: './forewarn.db' })
    .describe(
      'The store. `sqlite:PATH` is a file in a folder that exists; SQLite adds two that end in `-wal` and `-shm`, and only the owner can read new files. `postgres://user:password@host:port/database` is a database of Postgres. `memory:` ends with the process: only `serve`, `migrate` and `sync --dry-run` accept it.',
    ),
  HOST: z
    .string()
    .optional()
    // As in a URL.
    .transform((text) => text?.replace(/^\[(?<address>[^\]]*)\]$/, '$<address>'))
    .pipe(SETTINGS.host)
    .describe(
      'The address to listen on: `::` for all, `0.0.0.0` for those of IPv4. Put a proxy with TLS in front of it.',
    ),
  PORT: numberIn(SETTINGS.port).describe(
    'The port to listen on; 0 takes a free one, which the log names.',
  ),
  BASE_PATH: z
    .string()
    .optional()
    .transform((text) => text?.replace(/\/$/, ''))
    .pipe(SETTINGS.basePath)
    .describe(
      'The path before `/api/admin` and the pages. Its parts are letters, digits, `_`, `.`, `~` and `-`, each after a slash.',
    ),
  REQUEST_DEADLINE_MS: numberIn(SETTINGS.deadlineMs).describe(
    'The time in which a request gets its response. After it, the response is 503 with `Retry-After`, or 408 if it waits for the body, and no write begins.',
  ),
  KEEP_ALIVE_TIMEOUT: parsed(keepAliveOf, KEEP_ALIVE)
    .default(KEEP_ALIVE_MS)
    .describe('How long an idle connection stays open. A load balancer must close it earlier.'),
  MAX_DATA_AGE: parsed(parseDuration, 'a duration such as 90s, 15m, 24h or 7d')
    .optional()
    .describe(
      'The oldest data that can say that nothing is scheduled. Data that is older, or was never complete, makes an impact `unknown` and a search 503 `DataTooOldError`. Live data has no age. By default there is no limit, except 5 minutes for guarded deletes in Unleash.',
    ),
  GUARD_DELETES: TRUE_OR_FALSE.describe(
    'Whether to guard every delete of a strategy definition, as `guard=refuse` does.',
  ),
  LOG_CALLERS: TRUE_OR_FALSE.describe(
    'Whether the log has the name of the key and the address of the client of each request.',
  ),
  TRUST_PROXY: parsed(addressesIn, `${ADDRESSES}, separated by commas`)
    .default([])
    .describe(
      'The proxies whose `X-Forwarded-For` is used, also as the ranges `loopback`, `linklocal` and `uniquelocal`. Without it, invalid keys are limited by the address of the proxy, all clients together.',
    ),
  PUBLIC_URL: parsed(pageUrlOf, WEB_URL)
    .optional()
    .describe('The address of the page, for links in webhooks.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .describe('Which lines the log has.'),
  INIT_ADMIN_API_TOKENS: checked(tokensIn)
    .default([])
    .describe(
      'Secrets of keys with `ADMIN`, which `serve` makes with a name of `init-` and 12 digits. Use random ones, the same on all nodes. To remove one, also revoke its key.',
    ),
  UNLEASH_PUBLIC_URL: parsed(pageUrlOf, WEB_URL)
    .optional()
    .describe(
      'The address of Unleash for people, if it is another one: in links of webhooks and of the page, which shows it without a key.',
    ),
  ...IDENTITY_VARIABLES,
});

const added = capabilities.flatMap(({ settings }) => Object.entries<AddedSetting>(settings));
const listIn = ({ schema: list, expected }: AddedSetting) =>
  parsed((text) => {
    const all = list.safeParse(listOf(text));
    return all.success ? all.data : undefined;
  }, expected).default([]);
const addedVariables = z.object(
  Object.fromEntries(
    added.map(([, setting]) => [setting.variable, listIn(setting).describe(setting.description)]),
  ),
);

/** The settings that capabilities add. */
const addedIn = (values: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    added.map(([name, { variable }]) => [name, values[variable]]),
  ) as unknown as AddedSettings<typeof CAPABILITIES>;

const commandParts = capabilities.flatMap(({ command }) => command ?? []);

/** The settings of the command, from environment variables. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

const settingsOf = (
  given: z.output<typeof variables>,
  ofCapabilities: AddedSettings<typeof CAPABILITIES>,
  parts: readonly CommandParts[],
  identity: TrustedIdentity | undefined,
) => ({
  store: given.DATABASE_URL,
  http: {
    host: given.HOST,
    port: given.PORT,
    basePath: given.BASE_PATH,
    deadlineMs: given.REQUEST_DEADLINE_MS,
    keepAliveMs: given.KEEP_ALIVE_TIMEOUT,
    maxDataAgeMs: given.MAX_DATA_AGE,
    guardDeletes: given.GUARD_DELETES,
    logCallers: given.LOG_CALLERS,
    trustProxy: given.TRUST_PROXY,
    ...ofCapabilities,
    publicUrl: given.PUBLIC_URL,
    unleashUrl: given.UNLEASH_PUBLIC_URL ?? parts.find(({ unleashUrl }) => unleashUrl)?.unleashUrl,
  } satisfies ServiceSettings,
  /** The proxies that say who a user is. */
  identity,
  logLevel: given.LOG_LEVEL,
  /** Secrets of admin keys that the start creates. */
  initAdminApiTokens: given.INIT_ADMIN_API_TOKENS,
  /** What the variables of capabilities add to the service. */
  added: parts,
});

/** The variables by name, with what they mean. */
export const VARIABLES: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...[variables, addedVariables, ...commandParts.map((part) => part.variables)].map(
    ({ shape }) => shape,
  ),
);
const NAMES = Object.keys(VARIABLES);
/** The settings that a file can hold. */
export const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'INIT_ADMIN_API_TOKENS',
  ...commandParts.flatMap(({ secrets }) => secrets),
]);
/** Those of the commands that ask a server, which have no other use for a start than to be misspelt. */
const OF_CLIENTS = ['FOREWARN_URL', 'FOREWARN_API_KEY'];

/** Reads the settings. An empty variable counts as unset, and one that is meant for a setting under another name is wrong. */
export function readSettings(environment: Environment): Result<Settings, WrongSetting> {
  const misnamed =
    databaseVariable(environment) ??
    misspeltVariable(environment, { names: [...NAMES, ...OF_CLIENTS], secrets: SECRETS });
  const given: Result<ReadonlyMap<string, string>, WrongVariable> = misnamed === undefined
    ? readVariables(environment, { names: NAMES, secrets: SECRETS })
    : err(misnamed);
  return given
    .mapErr((wrong): WrongSetting => ({ type: 'WrongSetting', ...wrong }))
    .andThen((values) => {
      const texts = Object.fromEntries(values);
      const { success, data, error } = variables.safeParse(texts);
      if (!success) return err(wrongSettingOf(error));
      const ofCapabilities = addedVariables.safeParse(texts);
      if (!ofCapabilities.success) return err(wrongSettingOf(ofCapabilities.error));
      const parts: CommandParts[] = [];
      for (const { read } of commandParts) {
        const asked = read.safeParse(texts);
        if (!asked.success) return err(wrongSettingOf(asked.error));
        if (asked.data !== undefined) parts.push(asked.data);
      }
      const identity = identityIn(data);
      if (identity.isErr()) return err(identity.error);
      const { http, ...settings } = settingsOf(
        data,
        addedIn(ofCapabilities.data),
        parts,
        identity.value,
      );
      return proxiesIn(environment)
        .map((proxies) => ({
          ...settings,
          http: proxies ? { ...http, proxyOf: (url: URL) => proxyOf(url, proxies) } : http,
        }))
        .mapErr((wrong): WrongSetting => ({ type: 'WrongSetting', ...wrong }));
    });
}

function tokensIn(text: string): Result<readonly string[], string> {
  const tokens = listOf(text);
  // A request can't carry another one: the service takes "Bearer" off.
  const isUsable = (token: string): boolean =>
    token.length >= MIN_TOKEN_LENGTH && /^(?!bearer )[ -~]+$/i.test(token);
  return tokens.every(isUsable)
    ? ok(tokens)
    : err(
        `secrets of at least ${MIN_TOKEN_LENGTH} ASCII characters each, without "Bearer", separated by commas`,
      );
}

function addressesIn(text: string): readonly string[] | undefined {
  const all = listOf(text);
  return areAddresses(all) ? all : undefined;
}

function keepAliveOf(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms === undefined || ms > MAX_KEEP_ALIVE_MS ? undefined : ms;
}

function pageUrlOf(text: string): string | undefined {
  const url = text.replace(/\/+$/, '');
  return isWebUrl(url) ? url : undefined;
}

const LOCATIONS = 'postgres://…, sqlite:PATH or memory:';

function storeLocationOf(url: string): Result<StoreLocation, string> {
  if (url === 'memory:') return ok({ kind: 'memory' });
  const [, path] = /^sqlite:\s*(.+)$/s.exec(url) ?? [];
  // A :memory: database of SQLite ends with its connection.
  if (path !== undefined && path !== ':memory:') return fileAt(path);
  // Drivers and tools of other languages begin URLs of Postgres in other ways.
  if (!/^(?:jdbc:)?postgres(?:ql)?[:+]|^\w+\s*=/i.test(url)) return err(LOCATIONS);
  return readConnectionUrl(url).map(() => ({ kind: 'postgres', connectionString: url }));
}

/** Two slashes begin a host in a URL, and others read two or three of them as none. */
function fileAt(path: string): Result<StoreLocation, string> {
  if (/^(["'`]).*\1$/s.test(path)) return err('sqlite:PATH, without quotes around the path');
  if (path.startsWith('file:')) return err('sqlite:PATH, without "file:"');
  // They would be a part of the name: of a new file, beside the one that is meant.
  if (/\?\w+=/.test(path)) return err('sqlite:PATH, without parameters after it');
  const [, slashes = '', rest = ''] = /^(\/*)(.*)$/s.exec(path) ?? [];
  return slashes.length < 2
    ? ok({ kind: 'sqlite', path })
    : err(`one slash at most after "sqlite:": sqlite:${rest} in this folder, or sqlite:/${rest}`);
}
