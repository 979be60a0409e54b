import { badData } from '@forewarn/record';
import type { AdminError, MapError } from '@forewarn/http';
import {
  checkTimeout,
  errorReply,
  isArriving,
  lateReply,
  onceCutOff,
  refusal,
  withDeadline,
} from '@forewarn/http/adapter';
import type { Context, Middleware } from 'koa';
import { handlingOf, type ReportError, send } from './koa-exchange.ts';

/** Responds with an error, and reports it. */
export function respondWithError(
  ctx: Context,
  error: AdminError,
  report: ReportError,
  mapError?: MapError,
): void {
  send(ctx, errorReply(error, ctx, handlingOf(report, mapError)));
}

/**
 * Responds with 503 when later middleware takes too long, and with 408 when it waits for the body by then.
 * `ctx.state.signal` is an `AbortSignal` that ends the work for the request: it is aborted with the response.
 * `ctx.state.extendDeadline(ms)` gives the request that much time from then on, or until its client leaves.
 * `ctx.state.endWithClient()` aborts the signal when the client leaves.
 *
 * @param timeoutMs the time from when the app gets the request to the response, in milliseconds
 * @throws RangeError if no timer can take the timeout, such as `Infinity`
 */
export function requestTimeout(
  timeoutMs: number,
  report: ReportError,
  mapError?: MapError,
): Middleware {
  checkTimeout(timeoutMs);
  const handling = handlingOf(report, mapError);
  return (ctx, next) => {
    const respondLate = (): void => send(ctx, lateReply(isArriving(ctx.req), ctx, handling));
    return withDeadline<void>(timeoutMs, onceCutOff(ctx.res), respondLate, (deadline) => {
      Object.assign(ctx.state, deadline);
      return next();
    });
  };
}

/** Responds with 500 to what later middleware throws, so that Koa's own error page never shows. */
export function errorHandler(report: ReportError, mapError?: MapError): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      const error: AdminError = hasReadableTarget(ctx)
        ? { type: 'InternalError', cause }
        : badData('the request target', 'a path or a URL');
      respondWithError(ctx, error, report, mapError);
    }
  };
}

/** Koa throws when asked for the path of `http://[::1/`, for example. */
function hasReadableTarget(ctx: Context): boolean {
  try {
    void ctx.path;
    return true;
  } catch {
    return false;
  }
}

/** Responds with 404 to what no later middleware has responded to. */
export function notFoundHandler(report: ReportError, mapError?: MapError): Middleware {
  return async (ctx, next) => {
    await next();
    if (hasNoResponse(ctx))
      respondWithError(ctx, { type: 'RouteNotFound', path: ctx.path }, report, mapError);
  };
}

/** Whether no middleware has responded: Koa starts with a 404 without a body. Writing to the socket past Koa counts. */
export function hasNoResponse(ctx: Context): boolean {
  return (
    ctx.status === 404 && ctx.body === undefined && ctx.respond !== false && !ctx.res.headersSent
  );
}

/**
 * Responds to OPTIONS with the methods of a path, and to other methods with 405. Later middleware goes first, since the app
 * may serve more methods of the path.
 */
export function refuseOtherMethods(
  allowed: readonly string[],
  report: ReportError,
  mapError?: MapError,
): Middleware {
  const handling = handlingOf(report, mapError);
  return async (ctx, next) => {
    await next();
    if (hasNoResponse(ctx)) send(ctx, refusal(ctx.method, ctx, allowed, handling));
  };
}
