import type { Context } from 'koa';

const BEARER = /^bearer +/i;

/** The API key that a request sends: the Authorization header, bare or after `Bearer `; undefined when there is none. */
export function apiKeyFromHeader(ctx: Context): string | undefined {
  const key = ctx.get('Authorization').replace(BEARER, '').trim();
  return key === '' ? undefined : key;
}
