import {
  type ProxyTracerProvider,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { createMetrics, type Metrics } from './metrics.ts';

/** How the service is watched. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Absent when nobody listens: then no span is ever begun. */
  readonly tracer: Tracer | undefined;
}

/** Makes the metrics; and a tracer, when a provider of OpenTelemetry has been registered by now. */
export function createTelemetry(): Telemetry {
  return { metrics: createMetrics(), tracer: listeningTracer() };
}

const NAME = 'forewarn';

function listeningTracer(): Tracer | undefined {
  const provider: TracerProvider & Partial<ProxyTracerProvider> = trace.getTracerProvider();
  // Of itself the API has a provider that waits for one, and makes spans that nobody sees.
  return provider.getDelegateTracer === undefined
    ? provider.getTracer(NAME)
    : provider.getDelegateTracer(NAME);
}
