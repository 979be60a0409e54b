import { context, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { type Result, ResultAsync } from 'neverthrow';
import { inSpan } from './telemetry.ts';

type UseCase = (command: unknown) => ResultAsync<unknown, { readonly type: string }>;

/** Errors that an operator should see. The others are mistakes of clients. */
const OUTAGES: ReadonlySet<string> = new Set([
  'StoreUnavailable',
  'AuthorizerUnavailable',
  'UpstreamUnavailable',
]);

/** Wraps each use case in a span with its name. Returns them unchanged without a tracer. */
export function tracedUseCases<UseCases extends object>(
  useCases: UseCases,
  tracer: Tracer | undefined,
): UseCases {
  if (tracer === undefined) return useCases;
  const traced = Object.entries(useCases).map(([name, useCase]: readonly [string, UseCase]) => [
    name,
    tracedUseCase(name, useCase, tracer),
  ]);
  // Each entry keeps the type of its use case.
  return Object.fromEntries(traced) as UseCases;
}

function tracedUseCase(name: string, useCase: UseCase, tracer: Tracer): UseCase {
  type Outcome = Result<unknown, { readonly type: string }>;
  return (command) =>
    new ResultAsync(
      inSpan<Outcome>(tracer, { name, within: context.active() }, typeOfBug, async (span) => {
        const result = await useCase(command);
        if (result.isErr()) {
          const { type } = result.error;
          span.setAttribute('error.type', type);
          if (OUTAGES.has(type)) span.setStatus({ code: SpanStatusCode.ERROR });
        }
        return result;
      }),
    );
}

const typeOfBug = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
