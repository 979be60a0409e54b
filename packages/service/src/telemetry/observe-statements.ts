import type { StatementObserver } from '@forewarn/store-postgres';
import { type Context, context, type Link, SpanKind, trace, type Tracer } from '@opentelemetry/api';
import type { StoreLocation } from '../settings.ts';
import { failureCode } from './failure-code.ts';
import { inSpan } from './in-span.ts';
import type { Telemetry } from './telemetry.ts';

/** Counts a store's failed statements, and makes a span for each statement if there is a tracer. */
export function observeStatements(
  { metrics, tracer }: Telemetry,
  kind: StoreLocation['kind'],
): StatementObserver {
  const counted: StatementObserver = {
    statement: (_text, send) => {
      const sent = send();
      sent.catch(metrics.statementFailed);
      return sent;
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  return tracer === undefined ? counted : traced(counted, tracer, SYSTEMS[kind]);
}

/** OpenTelemetry's names. */
const SYSTEMS = { memory: 'memory', sqlite: 'sqlite', postgres: 'postgresql' } as const;

function traced(counted: StatementObserver, tracer: Tracer, system: string): StatementObserver {
  return {
    statement: (text, send) => {
      const attributes = { 'db.system.name': system, 'db.query.text': text };
      const options = { name: operationOf(text), kind: SpanKind.CLIENT, attributes };
      return inSpan(tracer, { ...options, within: context.active() }, failureCode, () =>
        counted.statement(text, send),
      );
    },
    caller: () => context.active(),
    // The parent is the oldest call. The spans of the others are linked in both directions.
    batch: (name, callers, work) => {
      const [within = context.active(), ...others] = callers as readonly Context[];
      if (others.length === 0) return context.with(within, work);
      const attributes = { 'db.operation.batch.size': callers.length };
      const options = { name, within, attributes, links: others.flatMap(linkTo) };
      return inSpan(tracer, options, failureCode, (span) => {
        for (const other of others) trace.getSpan(other)?.addLink({ context: span.spanContext() });
        return work();
      });
    },
  };
}

function linkTo(other: Context): readonly Link[] {
  const span = trace.getSpanContext(other);
  return span === undefined ? [] : [{ context: span }];
}

/** The operation of a statement, such as `select`, `begin` or `connect`, which names its span. */
function operationOf(text: string): string {
  const [first = 'statement'] = /\w+/.exec(text) ?? [];
  if (first !== 'with') return first;
  const [changed = 'select'] = /insert(?= into)|delete(?= from)/.exec(text) ?? [];
  return changed;
}
