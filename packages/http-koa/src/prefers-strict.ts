import type { Context } from 'koa';

const STRICT = /^\s*handling\s*=\s*"?strict"?\s*(?:;|$)/i;

/** Whether a request asks for `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict(ctx: Context): boolean {
  return ctx
    .get('Prefer')
    .split(',')
    .some((preference) => STRICT.test(preference));
}
