import { MAX_RESPONSE_BYTES } from '@forewarn/client/exchange';
import { parseDuration } from '@forewarn/wire/duration';
import { z } from 'zod';
import type { CommandParts } from '../service-capability.ts';
import { numberIn, parsed, WEB_URL, wholeNumber } from '../setting-schemas.ts';
import { INTERVAL, intervalOf } from './sync-interval.ts';

/** The variable without which a service follows nothing. */
export const UNLEASH_URL = 'UNLEASH_URL';

const UNLEASH_API_KEY = 'an access token of Unleash: ASCII, without spaces';

/** The variables of an Unleash to follow. */
export const variables = z.object({
  UNLEASH_URL: parsed(unleashUrlOf, WEB_URL)
    .optional()
    .describe(
      'The Unleash that `serve` and `sync` follow. Without `UNLEASH_PUBLIC_URL`, the page shows it without a key.',
    ),
  UNLEASH_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, UNLEASH_API_KEY)
    .optional()
    .describe('The key to read it, and to delete strategy definitions.'),
  MAX_RESPONSE_BYTES: numberIn(
    wholeNumber('bytes,', 1_000_000, 500_000_000).default(MAX_RESPONSE_BYTES),
  ).describe(
    'The largest response to read, after decompression: of Unleash, or of the server that a command asks, where any number from 1 is accepted.',
  ),
  SYNC_INTERVAL: parsed(intervalOf, INTERVAL)
    .default(60_000)
    .describe('The time between two syncs of `serve`, shorter than `MAX_DATA_AGE`.'),
});
/** One of the service's own, which the reference has there. */
const MAX_DATA_AGE = z.string().transform(parseDuration).optional();

/** The Unleash to follow, and the key to read its admin API; undefined if there is none. */
export const unleashSettings = variables
  .extend({ MAX_DATA_AGE })
  .refine(({ UNLEASH_URL: url, UNLEASH_API_KEY: key }) => url === undefined || key !== undefined, {
    path: ['UNLEASH_API_KEY'],
    error: UNLEASH_API_KEY,
  })
  .refine(({ UNLEASH_URL: url, UNLEASH_API_KEY: key }) => key === undefined || url !== undefined, {
    path: [UNLEASH_URL],
    error: `${WEB_URL}, beside UNLEASH_API_KEY`,
  })
  .refine(
    ({ UNLEASH_URL: url, SYNC_INTERVAL: interval, MAX_DATA_AGE: oldest = Infinity }) =>
      url === undefined || interval < oldest,
    { path: ['SYNC_INTERVAL'], error: 'a shorter duration than that of MAX_DATA_AGE' },
  )
  .transform((given) =>
    given.UNLEASH_URL === undefined || given.UNLEASH_API_KEY === undefined
      ? undefined
      : {
          /** The part before `/api/admin`. */
          url: given.UNLEASH_URL,
          key: given.UNLEASH_API_KEY,
          /** The time between two syncs of the service. */
          intervalMs: given.SYNC_INTERVAL,
          /** Maximum length of a response in bytes, after decompression. */
          maxResponseBytes: given.MAX_RESPONSE_BYTES,
        },
  );

export const unleashIn = ({ added }: { readonly added: readonly CommandParts[] }) =>
  added.find(({ variable }) => variable === UNLEASH_URL)?.options as z.output<
    typeof unleashSettings
  >;

/** Clients of Unleash have `/api` at the end of the same variable, or the path of what they ask. */
function unleashUrlOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '')
    return undefined;
  return `${origin}${pathname}`
    .replace(/\/+$/, '')
    .replace(/\/api(?:\/(?:admin|client|frontend))?$/, '');
}
