import {
  type ProxyTracerProvider,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
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
