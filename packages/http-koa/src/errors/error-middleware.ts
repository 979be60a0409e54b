import type { Context, Middleware } from 'koa';
import {
  type MapError,
  type ReportError,
  respondWithBug,
  respondWithError,
} from './error-responses.ts';

/** The reason of the signal of a request whose client closed the connection before it had the response. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
  override readonly message = 'the client left';
}

/** Node runs a longer timer at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Responds with 503 when later middleware takes too long, and with 408 when the request itself has not arrived by then.
 * `ctx.state.signal` is an `AbortSignal` that ends the work for the request: it is aborted with the response.
 * `ctx.state.extendDeadline(ms)` gives the request that much time from then on, or until its client leaves.
 * `ctx.state.endWithClient()` aborts the signal when the client leaves.
 *
 * @param timeoutMs the time from when the app gets the request to the response, in milliseconds
 * @throws RangeError if no timer can take the timeout, such as `Infinity`
 */
export function requestTimeout(timeoutMs: number, report: ReportError): Middleware {
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new RangeError(`timeoutMs is ${timeoutMs}: expected 1 to ${MAX_TIMEOUT_MS} milliseconds`);
  }
  const respondLate = (ctx: Context): void => {
    const type = ctx.req.complete ? 'DeadlinePassed' : 'RequestTooSlow';
    respondWithError(ctx, { type }, report);
    if (type === 'RequestTooSlow') ctx.set('Connection', 'close');
  };
  // Promise.race would cost several times as much for each request.
  return (ctx, next) =>
    new Promise<void>((resolve, reject) => {
      const controller = new AbortController();
      ctx.state['signal'] = controller.signal;
      const respondAfter = (ms: number): NodeJS.Timeout =>
        setTimeout(() => {
          respondLate(ctx);
          resolve();
          controller.abort(new Error(`no response within ${ms} ms`));
        }, ms);
      let timer = respondAfter(timeoutMs);
      const abortIfCutOff = (): void => {
        if (!ctx.res.writableFinished) controller.abort(new ClientLeft());
      };
      const endWithClient = (): void => {
        if (ctx.res.closed) abortIfCutOff();
        else ctx.res.once('close', abortIfCutOff);
      };
      ctx.state['endWithClient'] = endWithClient;
      ctx.state['extendDeadline'] = (ms: number): void => {
        clearTimeout(timer);
        if (controller.signal.aborted) return;
        timer = respondAfter(ms);
        // Nothing else would end long work whose client has left, not even a graceful shutdown.
        endWithClient();
      };
      const settle = (): void => {
        clearTimeout(timer);
        resolve();
      };
      next().then(settle, (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
}

/** Responds with 500 to what later middleware throws, so that Koa's own error page never shows. */
export function errorHandler(report: ReportError): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      respondWithBug(ctx, cause, report);
    }
  };
}

/** Responds with 404 to what no later middleware has responded to. */
export function notFoundHandler(report: ReportError): Middleware {
  return async (ctx, next) => {
    await next();
    if (hasNoResponse(ctx))
      respondWithError(ctx, { type: 'RouteNotFound', path: ctx.path }, report);
  };
}

/** Whether no middleware has responded: Koa starts with a 404 without a body. Writing to the socket past Koa counts. */
function hasNoResponse(ctx: Context): boolean {
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
  return async (ctx, next) => {
    await next();
    if (!hasNoResponse(ctx)) return;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowed.join(', '));
      return;
    }
    const error = { type: 'MethodNotAllowed', method: ctx.method, allowed } as const;
    respondWithError(ctx, error, report, mapError);
  };
}
