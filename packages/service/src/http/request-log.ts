import { randomUUID } from 'node:crypto';
import type { ErrorReport, ReportError } from '@forewarn/http-koa';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** One line in the log for each request: its id, what was asked, what was answered and, for an error, why. */
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
export function createRequestLog(log: Logger): RequestLog {
  const errors = new WeakMap<Context, ErrorReport>();
  return {
    logRequests: async (ctx, next) => {
      const begun = performance.now();
      const given = ctx.get('X-Request-Id');
      const requestId = SANE_ID.test(given) ? given : randomUUID();
      ctx.set('X-Request-Id', requestId);
      ctx.res.once('close', () => {
        const { method, status } = ctx;
        const report = errors.get(ctx);
        const line = {
          requestId,
          method,
          path: pathOf(ctx.url),
          status,
          ms: Math.round(performance.now() - begun),
          ...(ctx.res.writableFinished ? {} : { isCutOff: true }),
          ...(report === undefined ? {} : { errorId: report.id, error: report.error.type }),
        };
        const cause = report === undefined ? undefined : causeOf(report);
        if (cause === undefined) log.info(line, 'request');
        else log.error({ ...line, err: cause }, 'request');
      });
      await next();
    },
    reportError: (report, ctx) => {
      errors.set(ctx, report);
    },
  };
}

/** Not Koa's `ctx.path`, which throws on what it can't read. A query may hold names, so it is left out. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function causeOf({ error }: ErrorReport): unknown {
  return 'cause' in error ? (error.cause ?? error.type) : undefined;
}
