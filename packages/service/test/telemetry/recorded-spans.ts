import { context, propagation, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** Registers an OpenTelemetry provider for the tests of a file, as an operator does before the service starts. */
export function recordSpans() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(provider);
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    propagation.disable();
    context.disable();
  });
  /** The spans that have ended since the start of the test, in the order of their ends. */
  const all = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  return {
    all,
    of: (name: string): ReadableSpan => {
      const [span, another] = all().filter((each) => each.name === name);
      if (span === undefined || another !== undefined) {
        const names = all().map((each) => each.name);
        throw new Error(`not one span "${name}": ${names.join()}`);
      }
      return span;
    },
    tracer: provider.getTracer('tests'),
  };
}

export const parentOf = (span: ReadableSpan): string | undefined => span.parentSpanContext?.spanId;

export const idOf = (span: { spanContext(): SpanContext }): string => span.spanContext().spanId;
