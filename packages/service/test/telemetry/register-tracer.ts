// Preloaded like an SDK: writes the name and the trace id of each span to the standard error.
import process from 'node:process';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const exporter = {
  export: (spans: readonly { name: string; spanContext(): { traceId: string } }[]): void => {
    for (const span of spans) process.stderr.write(`${span.name} ${span.spanContext().traceId}\n`);
  },
  shutdown: async (): Promise<void> => {},
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
