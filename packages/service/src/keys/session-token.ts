import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';

export const SESSION_COOKIE = 'forewarn-session';

/** How long a session lasts, in milliseconds: a week, from the sign-in. */
export const SESSION_MS = 604_800_000;

/** The header by which the page marks its requests. No other site can send it: the service permits no other origin. */
export const PAGE_HEADER = 'forewarn-page';

const TOKEN_BYTES = 32;

/** Makes the token of a session: 256 random bits. */
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const TOKEN = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=(?<token>[\\w-]{43})(?:;|$)`);

/** Returns the token in a `Cookie` header. */
export const sessionTokenIn = (cookies: string | undefined): string | undefined =>
  TOKEN.exec(cookies ?? '')?.groups?.['token'];

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/**
 * Whether another site can't have made a browser send a request: it only reads, or it has the page's header, which takes a
 * permission that no other origin gets. Browsers that say where a request comes from are believed, too.
 */
export function isOfPage({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (READS.has(method)) return true;
  const site = headers['sec-fetch-site'];
  return Boolean(headers[PAGE_HEADER]) && (site === undefined || site === 'same-origin');
}
