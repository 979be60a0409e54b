import type { StatementObserver } from '@forewarn/store-postgres';
import { type Context, context, type Link, SpanKind, trace, type Tracer } from '@opentelemetry/api';
import type { StoreLocation } from '../settings.ts';
import { inSpan, type Telemetry } from './telemetry.ts';

/** Counts a store's failed statements, and makes a span for each statement if there is a tracer. */
export function observeStatements(
  { metrics, tracer }: Telemetry,
  kind: StoreLocation['kind'],
): StatementObserver {
  const counted: StatementObserver = {
    statement: (_text, send) => {
      const sent = send();
      sent.catch((error: unknown) => metrics.statementFailed(failureCode(error)));
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
      return inSpan(tracer, { ...options, parent: context.active() }, failureCode, () =>
        counted.statement(text, send),
      );
    },
    caller: () => context.active(),
    // The parent is the oldest call. The spans of the others are linked in both directions.
    batch: (name, callers, work) => {
      const [parent = context.active(), ...others] = callers as readonly Context[];
      if (others.length === 0) return context.with(parent, work);
      const attributes = { 'db.operation.batch.size': callers.length };
      const options = { name, parent, attributes, links: others.flatMap(linkTo) };
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

const CODE = /^\w{1,40}$/;

/**
 * The code of a failed statement: the SQLSTATE of Postgres, the result code of SQLite or the error code of Node, such as
 * ECONNREFUSED. `timeout` or `unknown` if there is none.
 */
export function failureCode(error: unknown): string {
  const { errcode, code, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof errcode === 'number') return String(errcode);
  if (typeof code === 'string' && CODE.test(code)) return code;
  return typeof message === 'string' && /time-?out/i.test(message) ? 'timeout' : 'unknown';
}
