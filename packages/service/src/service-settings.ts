import { isIP } from 'node:net';
import { isBasePath } from '@forewarn/http';
import { err, ok, type Result } from 'neverthrow';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { CAPABILITIES, capabilities } from './capabilities.ts';
import type { OwnSettings, ProxyOf } from './own-settings.ts';
import type { AddedSetting, AddedSettings } from './service-capability.ts';
import { isWebUrl, WEB_URL, wholeNumber } from './setting-schemas.ts';

/** The settings of the service over HTTP, with those that capabilities add, such as `webhookAllow`. */
export type ServiceSettings = OwnSettings & AddedSettings<typeof CAPABILITIES>;

/** The settings that are not to be the default. */
export type GivenSettings = {
  readonly [Name in keyof ServiceSettings]?: ServiceSettings[Name] | undefined;
};

/** An invalid setting: its name, and what it expects. */
export interface WrongSetting {
  readonly type: 'WrongSetting';
  readonly setting: string;
  readonly expected: string;
}

const valueOf = <T>(isValid: (value: T) => boolean, expected: string) =>
  z.custom<T>((value) => isValid(value as T), { error: expected });

/** Addresses and ranges that `X-Forwarded-For` may be trusted from. */
export const ADDRESSES = 'addresses or ranges such as 10.0.0.0/8';

/** How long an idle connection stays open by default. Most proxies keep theirs for 60 s. */
export const KEEP_ALIVE_MS = 65_000;
/** Maximum time that one may stay open. */
export const MAX_KEEP_ALIVE_MS = 86_400_000;

/** No `Date` is further from 1970. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/** What each setting can be, and its default. */
export const SETTINGS = {
  // An empty one would be all addresses to Node.
  host: valueOf<string>(
    (text) => typeof text === 'string' && text !== '',
    'an address of this machine',
  ).default('127.0.0.1'),
  port: wholeNumber('a whole number', 0, 65_535).default(4_242),
  basePath: valueOf(isBasePath, 'a path such as /flags').default(''),
  deadlineMs: wholeNumber('milliseconds,', 100, 600_000).default(5_000),
  keepAliveMs: wholeNumber('milliseconds,', 1_000, MAX_KEEP_ALIVE_MS).default(KEEP_ALIVE_MS),
  maxDataAgeMs: wholeNumber('milliseconds,', 1, MAX_DATE_MS).optional(),
  guardDeletes: z.boolean({ error: 'true or false' }).default(false),
  logCallers: z.boolean({ error: 'true or false' }).default(false),
  trustProxy: valueOf(areAddresses, ADDRESSES).default([]),
  proxyOf: valueOf<ProxyOf>((value) => typeof value === 'function', 'a function').optional(),
  publicUrl: valueOf<string>(isWebUrl, WEB_URL).optional(),
  unleashUrl: valueOf<string>(isWebUrl, WEB_URL).optional(),
  sampleKey: z.string({ error: 'the secret of a key' }).optional(),
};

const added = Object.assign(
  {},
  ...capabilities.map(({ settings }) =>
    Object.fromEntries(
      Object.entries<AddedSetting>(settings).map(([name, { schema }]) => [name, schema]),
    ),
  ),
) as { readonly [Name in keyof AddedSettings<typeof CAPABILITIES>]: AddedSetting['schema'] };

const schema = z.strictObject(
  { ...SETTINGS, ...added },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `one of the settings ${Object.keys({ ...SETTINGS, ...added }).join(', ')}`
        : 'an object',
  },
);

/** Checks the settings of the service, and adds the defaults. */
export function checkSettings(given: GivenSettings = {}): Result<ServiceSettings, WrongSetting> {
  const { success, data, error } = schema.safeParse(given);
  return success ? ok(data) : err(wrongSettingOf(error));
}

/** Returns the first setting that is wrong. */
export function wrongSettingOf({ issues: [issue] }: z.ZodError): WrongSetting {
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const setting = String(issue?.path[0] ?? unknown ?? 'settings');
  return { type: 'WrongSetting', setting, expected: issue?.message ?? '' };
}

const NAMED_RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether each text is an address, a range or the name of a range. A range of all addresses is none: each client could lie. */
export function areAddresses(all: readonly string[]): boolean {
  try {
    proxyAddr.compile([...all]);
  } catch {
    return false;
  }
  // proxy-addr accepts a number as an address. In other software it means the number of proxies, so refuse it.
  return all.every((each) => NAMED_RANGES.has(each) || isIP(each.split('/', 1)[0] ?? '') !== 0);
}
