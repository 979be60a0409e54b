import {
  type Context,
  context,
  propagation,
  type ProxyTracerProvider,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { createMetrics, type Metrics } from './metrics.ts';

/** Metrics and traces of the service. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Undefined without an OpenTelemetry SDK: then no span is made. */
  readonly tracer: Tracer | undefined;
}

/** Makes the metrics, and a tracer if an OpenTelemetry provider is registered. */
export function createTelemetry(): Telemetry {
  return { metrics: createMetrics(), tracer: registeredTracer() };
}

const NAME = 'forewarn';

function registeredTracer(): Tracer | undefined {
  const provider: TracerProvider & Partial<ProxyTracerProvider> = trace.getTracerProvider();
  // Without a registered provider, the API's proxy makes spans that go nowhere.
  return provider.getDelegateTracer === undefined
    ? provider.getTracer(NAME)
    : provider.getDelegateTracer(NAME);
}

/** Continues the trace in a request's headers, unless an outer instrumentation has already started a span. */
export const continueTrace: Middleware = (ctx, next) =>
  trace.getActiveSpan() === undefined
    ? context.with(propagation.extract(context.active(), ctx.headers), next)
    : next();

/**
 * Runs work in a span, whose parent is the context `within`.
 *
 * @param codeOf returns the `error.type` of what the work throws
 */
export function inSpan<T>(
  tracer: Tracer,
  { name, within, ...options }: SpanOptions & { readonly name: string; readonly within: Context },
  codeOf: (error: unknown) => string,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, within, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute('error.type', codeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
