import type { Context } from 'koa';

/** Bodies with more characters than this are encoded before they are sent. */
const LONG_TEXT = 65_536;

/**
 * Sets the body of a response to JSON, and returns what is sent; null if there is no body. Throws if the body can't be
 * written as JSON: Koa itself would respond with its own error page.
 */
export function sendJson(ctx: Context, body: unknown): string | Buffer | null {
  // Koa would look for HTML in a body without a type, and its setter of the type looks up each.
  if (body !== undefined) ctx.set('Content-Type', 'application/json; charset=utf-8');
  const text = body === undefined ? null : JSON.stringify(body);
  // Node would copy a long string several times.
  const sent = text !== null && text.length > LONG_TEXT ? Buffer.from(text) : text;
  ctx.body = sent;
  return sent;
}
