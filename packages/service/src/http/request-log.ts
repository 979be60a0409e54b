import { ClientLeft, type ErrorReport, type ReportError } from '@forewarn/http-koa';
import {
  context,
  isSpanContextValid,
  isValidTraceId,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { ServiceLog } from '../service-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ReportRefusal } from './server/refusal.ts';
import { requestIdOf } from './server/request-id.ts';

/** Logs and counts a request that was refused before the app saw it. */
export const reportMalformed =
  (log: ServiceLog, metrics: Pick<Metrics, 'errorResponded'>): ReportRefusal =>
  ({ id, status, error }, requestId) => {
    metrics.errorResponded(error);
    log.info({ requestId, status, errorId: id, error: error.type }, 'malformed request');
  };

/**
 * Logs one line for each request, with its ids, route, status and, for an error, the cause; and counts it in the metrics. A request
 * keeps the id in its `X-Request-Id` header, or gets a new one. The response has it, too.
 *
 * @param addressOf returns the client's address, if each line is to have it, and the name of the key
 */
export function createRequestLog(
  log: ServiceLog,
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded' | 'errorResponded'>,
  addressOf?: (ctx: Context) => string,
): { readonly logRequests: Middleware; readonly reportError: ReportError } {
  // In the request's own state: garbage collection walks through every WeakMap.
  const reportIn = (ctx: Context) => ctx.state as { report?: ErrorReport; key?: string };
  return {
    logRequests: async (ctx, next) => {
      const begun = performance.now();
      metrics.requestBegan();
      const requestId = requestIdOf(ctx.get('X-Request-Id'));
      ctx.set('X-Request-Id', requestId);
      const traceId = traceIdOf(ctx);
      // A connection that has ended has no address.
      const caller = addressOf && { address: addressOf(ctx) };
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
        const { report, key } = reportIn(ctx);
        const line = {
          requestId,
          ...(traceId === undefined ? {} : { traceId }),
          method,
          path: pathOf(ctx.url),
          status,
          ms: Math.round(ms),
          ...caller,
          ...(caller === undefined || key === undefined ? {} : { key }),
          ...(isCutOff ? { isCutOff } : {}),
          ...(report === undefined ? {} : { errorId: report.id, error: report.error.type }),
          ...reasonOf(report),
        };
        const cause = report === undefined ? undefined : causeOf(report);
        if (cause === undefined) log.info(line, 'request');
        else log.error({ ...line, err: cause }, 'request');
      });
      await next();
    },
    reportError: (report, ctx) => {
      // The response and its line are done: the deadline had passed, or the client had gone.
      if (ctx.res.writableEnded || ctx.res.closed) {
        const cause = causeOf(report);
        const line = { requestId: ctx.response.get('X-Request-Id'), error: report.error.type };
        if (cause === undefined || cause instanceof ClientLeft)
          log.debug(line, 'failed after the response');
        else log.error({ ...line, err: cause }, 'failed after the response');
        return;
      }
      reportIn(ctx).report = report;
      metrics.errorResponded(report.error);
    },
  };
}

/** The pattern of the matched route. An unmatched path could be anything, so it is not a label. */
function routeOf({ _matchedRoute: route }: Context & Pick<RouterContext, '_matchedRoute'>): string {
  return route === undefined ? 'unknown' : String(route);
}

/** Koa's `ctx.path` throws on an unreadable path. The query is left out, because it may hold names. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Why the upstream refuses or does not respond. */
const reasonOf = (report: ErrorReport | undefined): { readonly reason?: string } =>
  report !== undefined && 'reason' in report.error ? { reason: report.error.reason } : {};

function causeOf({ error }: ErrorReport): unknown {
  return 'cause' in error ? (error.cause ?? error.type) : undefined;
}

/** Continues the trace in a request's headers, unless an outer instrumentation has already started a span. */
export const continueTrace: Middleware = (ctx, next) =>
  trace.getActiveSpan() === undefined
    ? context.with(propagation.extract(context.active(), ctx.headers), next)
    : next();

/** The trace id of a request: of the active span, or of its `traceparent` header if there is no span. */
export function traceIdOf(ctx: Pick<Context, 'get'>): string | undefined {
  const active = trace.getSpanContext(context.active());
  if (active !== undefined && isSpanContextValid(active)) return active.traceId;
  return traceIdIn(ctx.get('traceparent'));
}

// https://www.w3.org/TR/trace-context/#traceparent-header: a later version may append fields, and ff is invalid.
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?<traceId>[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?<more>-.*)?$/;

/** The trace id in a `traceparent` header; undefined if the header is invalid. */
export function traceIdIn(header: string): string | undefined {
  if (header === '') return undefined;
  const { traceId = '', more } = TRACE_PARENT.exec(header)?.groups ?? {};
  const isKnown = more === undefined || !header.startsWith('00');
  return isKnown && isValidTraceId(traceId) ? traceId : undefined;
}
