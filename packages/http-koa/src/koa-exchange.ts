import {
  emitBugs,
  type ErrorHandling,
  type Exchange,
  hasBody,
  headerIn,
  parsedBodyIn,
  readNodeBody,
  type Reply,
} from '@forewarn/http/adapter';
import type { MapError, ReportError as ReportErrorOf } from '@forewarn/http';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';

/** Receives each error response. If it throws, the response stays the same, and the app emits `error`. */
export type ReportError = ReportErrorOf<Context>;

/** A request of Koa. */
export function exchangeOf(ctx: RouterContext): Exchange<Context> {
  const { req, state } = ctx;
  return {
    native: ctx,
    method: ctx.method,
    path: ctx.path,
    params: ctx.params,
    originalPath: ctx.originalUrl,
    querystring: ctx.querystring,
    header: (name) => headerIn(req, name),
    hasBody: hasBody(req),
    // Parsers of Koa leave it on Koa's request, those of Express on Node's.
    parsedBody: parsedBodyIn(req, (ctx.request as { readonly body?: unknown }).body),
    readBody: (maxBytes) => readNodeBody(req, maxBytes),
    signal: state['signal'] as Exchange['signal'],
    extendDeadline: state['extendDeadline'] as Exchange['extendDeadline'],
    endWithClient: state['endWithClient'] as Exchange['endWithClient'],
  };
}

/** Sends a reply. */
export function send(ctx: Context, { status, headers, body }: Reply): void {
  // Koa would send "null" if the host has set the type of JSON.
  if (body === null) ctx.remove('Content-Type');
  // Koa would look for HTML in a body without a type.
  ctx.set(headers);
  ctx.body = body;
  // Koa sets 204 along with an empty body.
  ctx.status = status;
}

function emitBug(bug: Error, ctx: Context): void {
  // Koa's own listener throws on a cause that is no Error, skips a 404, and never prints a cause.
  ctx.app.emit('error', bug, ctx);
}

/** How an app learns of errors: as it asks for, and of bugs by its `error` event. */
export const handlingOf = (
  reportError: ReportError = emitBugs(emitBug),
  mapError?: MapError,
): ErrorHandling<Context> => ({ reportError, mapError, emitBug });
