import type { Context } from 'koa';

const BEARER = /^bearer +/i;

/** Returns the API key in the Authorization header, bare or after `Bearer `; undefined if there is none. */
export function apiKeyFromHeader(ctx: Context): string | undefined {
  const key = ctx.get('Authorization').replace(BEARER, '').trim();
  return key === '' ? undefined : key;
}
