import { context, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { type Result, ResultAsync } from 'neverthrow';
import { inSpan } from './in-span.ts';

type UseCase = (command: unknown) => ResultAsync<unknown, { readonly type: string }>;

/** Errors that are nobody's mistake but the operator's to see. */
const OUTAGES: ReadonlySet<string> = new Set(['StoreUnavailable', 'AuthorizerUnavailable']);

/** The same use cases, each within a span of its name; these themselves when nobody listens. */
export function tracedUseCases<UseCases extends object>(
  useCases: UseCases,
  tracer: Tracer | undefined,
): UseCases {
  if (tracer === undefined) return useCases;
  const traced = Object.entries(useCases).map(([name, useCase]: readonly [string, UseCase]) => [
    name,
    tracedUseCase(name, useCase, tracer),
  ]);
  // Each name keeps its function's type.
  return Object.fromEntries(traced) as UseCases;
}

function tracedUseCase(name: string, useCase: UseCase, tracer: Tracer): UseCase {
  type Answer = Result<unknown, { readonly type: string }>;
  return (command) =>
    new ResultAsync(
      inSpan<Answer>(tracer, { name, within: context.active() }, typeOfBug, async (span) => {
        const answer = await useCase(command);
        if (answer.isErr()) {
          const { type } = answer.error;
          span.setAttribute('error.type', type);
          if (OUTAGES.has(type)) span.setStatus({ code: SpanStatusCode.ERROR });
        }
        return answer;
      }),
    );
}

const typeOfBug = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
