import {
  context,
  isSpanContextValid,
  isValidTraceId,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Context, Middleware } from 'koa';

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
