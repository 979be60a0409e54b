import {
  type Context,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';

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
