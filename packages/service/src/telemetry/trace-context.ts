import {
  context,
  isSpanContextValid,
  isValidTraceId,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Context, Middleware } from 'koa';

/** Makes what a request does part of the trace that its headers name, unless somebody further out has begun a span for it. */
export const continueTrace: Middleware = (ctx, next) =>
  trace.getActiveSpan() === undefined
    ? context.with(propagation.extract(context.active(), ctx.headers), next)
    : next();

/** The id of the trace that a request belongs to: that of the active span, or of its `traceparent` when nobody listens. */
export function traceIdOf(ctx: Pick<Context, 'get'>): string | undefined {
  const active = trace.getSpanContext(context.active());
  if (active !== undefined && isSpanContextValid(active)) return active.traceId;
  return traceIdIn(ctx.get('traceparent'));
}

// https://www.w3.org/TR/trace-context/#traceparent-header: a later version may have more at its end, and ff is none.
const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?<traceId>[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?<more>-.*)?$/;

/** The trace id in a `traceparent` header; undefined when the header is not one. */
export function traceIdIn(header: string): string | undefined {
  if (header === '') return undefined;
  const { traceId = '', more } = TRACE_PARENT.exec(header)?.groups ?? {};
  const isKnown = more === undefined || !header.startsWith('00');
  return isKnown && isValidTraceId(traceId) ? traceId : undefined;
}
