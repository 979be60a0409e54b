import {
  type Context,
  context,
  type ProxyTracerProvider,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { type Result, ResultAsync } from 'neverthrow';
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

/**
 * Runs work in a span, whose parent is that of a context.
 *
 * @param codeOf returns the `error.type` of what the work throws
 */
export function inSpan<T>(
  tracer: Tracer,
  { name, parent, ...options }: SpanOptions & { readonly name: string; readonly parent: Context },
  codeOf: (error: unknown) => string,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
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

/** A use case, whatever its command. */
type UseCase = (command: never) => ResultAsync<unknown, { readonly type: string }>;

/** Errors that an operator should see. The others are mistakes of clients. */
const OUTAGES: ReadonlySet<string> = new Set([
  'StoreUnavailable',
  'AuthorizerUnavailable',
  'UpstreamUnavailable',
]);

/** Wraps a use case in a span with its name. */
export function tracedUseCase<Case extends UseCase>(
  name: string,
  useCase: Case,
  tracer: Tracer,
): Case {
  type Outcome = Result<unknown, { readonly type: string }>;
  const traced: UseCase = (command) =>
    new ResultAsync(
      inSpan<Outcome>(tracer, { name, parent: context.active() }, typeOfBug, async (span) => {
        const result = await useCase(command);
        if (result.isErr()) {
          const { type } = result.error;
          span.setAttribute('error.type', type);
          if (OUTAGES.has(type)) span.setStatus({ code: SpanStatusCode.ERROR });
        }
        return result;
      }),
    );
  return traced as Case;
}

/** Wraps each use case in a span with its name. Returns them unchanged without a tracer. */
export function tracedUseCases<Cases extends object>(
  useCases: Cases,
  tracer: Tracer | undefined,
): Cases {
  if (tracer === undefined) return useCases;
  const traced = Object.entries<UseCase | undefined>(useCases as never).map(([name, useCase]) => [
    name,
    useCase && tracedUseCase(name, useCase, tracer),
  ]);
  return Object.fromEntries(traced) as Cases;
}

const typeOfBug = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
