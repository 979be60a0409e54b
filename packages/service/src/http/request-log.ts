import { randomUUID } from 'node:crypto';
import type { ErrorReport, ReportError } from '@forewarn/http-koa';
import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics.ts';
import { traceIdOf } from '../telemetry/trace-context.ts';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** One line in the log for each request: its ids, what was asked, what was answered and, for an error, why; and its metrics. */
export interface RequestLog {
  readonly logRequests: Middleware;
  readonly reportError: ReportError;
}

/** Logs a request that no app ever saw. */
export function logMalformed(log: Logger): (report: ErrorReport) => void {
  return ({ id, status, error }) =>
    log.info({ status, errorId: id, error: error.type }, 'malformed request');
}

/** A request keeps the id that it came with in `X-Request-Id`, or gets one; the answer carries it. */
export function createRequestLog(
  log: Logger,
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded' | 'errorAnswered'>,
): RequestLog {
  // In the request's own state: a map with weak keys is looked through at each collection of garbage.
  const reportIn = (ctx: Context) => ctx.state as { report?: ErrorReport };
  return {
    logRequests: async (ctx, next) => {
      const begun = performance.now();
      metrics.requestBegan();
      const given = ctx.get('X-Request-Id');
      const requestId = SANE_ID.test(given) ? given : randomUUID();
      ctx.set('X-Request-Id', requestId);
      const traceId = traceIdOf(ctx);
      ctx.res.once('close', () => {
        const { method, status } = ctx;
        const isCutOff = !ctx.res.writableFinished;
        const ms = performance.now() - begun;
        metrics.requestEnded({
          method,
          route: routeOf(ctx),
          status: isCutOff ? 'cut_off' : status,
          seconds: ms / 1_000,
        });
        const { report } = reportIn(ctx);
        const line = {
          requestId,
          ...(traceId === undefined ? {} : { traceId }),
          method,
          path: pathOf(ctx.url),
          status,
          ms: Math.round(ms),
          ...(isCutOff ? { isCutOff } : {}),
          ...(report === undefined ? {} : { errorId: report.id, error: report.error.type }),
        };
        const cause = report === undefined ? undefined : causeOf(report);
        if (cause === undefined) log.info(line, 'request');
        else log.error({ ...line, err: cause }, 'request');
      });
      await next();
    },
    reportError: (report, ctx) => {
      // Too late for the answer and its line: the deadline had passed, or the client had gone.
      if (ctx.res.writableEnded || ctx.res.closed) {
        const cause = causeOf(report);
        const line = { requestId: ctx.response.get('X-Request-Id'), error: report.error.type };
        if (cause === undefined) log.debug(line, 'failed after the answer');
        else log.error({ ...line, err: cause }, 'failed after the answer');
        return;
      }
      reportIn(ctx).report = report;
      metrics.errorAnswered(report.error);
    },
  };
}

/** The pattern of the route that matched. A path that matches none could be anything. */
function routeOf({ _matchedRoute: route }: Context & Pick<RouterContext, '_matchedRoute'>): string {
  return route === undefined ? 'unknown' : String(route);
}

/** Not Koa's `ctx.path`, which throws on what it can't read. A query may hold names, so it is left out. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function causeOf({ error }: ErrorReport): unknown {
  return 'cause' in error ? (error.cause ?? error.type) : undefined;
}
