import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { createMemoryStore } from '@forewarn/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenedStore, openStore } from '../../src/open-store.ts';
import { observeStatements } from '../../src/telemetry/observe-statements.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { idOf, parentOf, recordSpans } from '../telemetry/recorded-spans.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, type TestLocation } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { startService } from './running-service.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

const KEY = 'the key of the traces';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;

// Started before a provider is registered, so it must not have a tracer.
const early = createTelemetry();
const spans = recordSpans();

describe.for([
  ['SQLite', 'sqlite', inSqlite],
  ['Postgres', 'postgresql', inPostgres],
] as const)('a service on %s with a tracer provider', ([, system, make]) => {
  let location: TestLocation;
  let store: OpenedStore;
  let served: ServedApp;
  let key: string;

  beforeEach(async () => {
    location = await make();
    const telemetry = createTelemetry();
    const observer = observeStatements(telemetry, location.location.kind);
    store = (await openStore(location.location, { observer }))._unsafeUnwrap();
    served = await serve(store, '', [], telemetry);
    key = await makeKey(store, 'ci');
    await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
    await register(store, 'gradual');
    // Earlier statements belong to no request.
    spans.forget();
  });

  afterEach(async () => {
    await served.stop();
    await store.close();
    await location.remove();
  });

  const childrenOf = (parent: ReadableSpan): readonly ReadableSpan[] =>
    spans.all().filter((span) => parentOf(span) === idOf(parent));
  const textOf = ({ attributes }: ReadableSpan): string => String(attributes['db.query.text']);

  it('makes a span for a use case in the trace of its client, with a child for each statement', async () => {
    const path = searchPath('shop', 'feature=checkout');
    await ask(served, { path, key, headers: { traceparent } });

    const useCase = spans.of('searchScheduledChangeRequests');
    expect(useCase.parentSpanContext).toMatchObject({ traceId: TRACE_ID, spanId: PARENT_ID });
    const sent = childrenOf(useCase).filter(({ name }) => name !== 'connect');
    expect(sent.map(({ name }) => name)).toEqual(['select', 'select']);
    expect(sent.map(textOf)).toEqual([
      expect.stringContaining('api_keys'),
      expect.stringContaining('touches'),
    ]);
    expect(sent.map(({ attributes }) => attributes['db.system.name'])).toEqual([system, system]);
    expect(spans.all().map((span) => span.spanContext().traceId)).toEqual(
      spans.all().map(() => TRACE_ID),
    );
    expect(spans.all().map(textOf).join('\n')).not.toMatch(/shop|checkout/);
  });

  it('makes spans for the statements of a delete, and logs the trace id', async () => {
    await ask(served, {
      method: 'DELETE',
      path: strategyPath('gradual'),
      key,
      headers: { traceparent },
    });
    const useCase = spans.of('deleteStrategy');
    expect(childrenOf(useCase).map(textOf)).toContainEqual(
      expect.stringContaining(system === 'sqlite' ? 'delete from "strategies"' : 'delete from'),
    );
    await vi.waitFor(() => {
      expect(served.lines).toContainEqual(
        expect.objectContaining({ traceId: TRACE_ID, status: 200, requestId: expect.any(String) }),
      );
    });
  });

  it('starts a trace for a client without one', async () => {
    await ask(served, { path: strategyPath('default'), key });
    const useCase = spans.of('findStrategy');
    expect(useCase.parentSpanContext).toBeUndefined();
    expect(childrenOf(useCase).length).toBeGreaterThan(0);
  });
});

it('shows searches that share a statement on Postgres in one trace, linked with the others', async () => {
  const location = await inPostgres();
  const observer = observeStatements(createTelemetry(), 'postgres');
  const store = (await openStore(location.location, { observer }))._unsafeUnwrap();
  try {
    await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
    spans.forget();
    const callers = Array.from({ length: 20 }, (_, no) => spans.tracer.startSpan(`caller ${no}`));
    await Promise.all(
      callers.map(async (caller) => {
        const search = () =>
          store.reader.search({
            projectId: 'shop',
            anyOf: [{ kind: 'feature', name: 'checkout' }],
          });
        const found = await context.with(trace.setSpan(ROOT_CONTEXT, caller), search);
        expect(found._unsafeUnwrap().changeRequests).toHaveLength(1);
        caller.end();
      }),
    );
    // They are concurrent, so they share one statement.
    const search = spans.of('search');
    const [first, ...others] = callers.map(idOf);
    expect(parentOf(search)).toBe(first);
    expect(search.links.map((link) => link.context.spanId)).toEqual(others);
    expect(search.attributes).toEqual({ 'db.operation.batch.size': 20 });
    const statement = spans.of('select');
    expect(parentOf(statement)).toBe(idOf(search));
    expect(spans.of('caller 19').links.map((link) => link.context)).toEqual([search.spanContext()]);
  } finally {
    await store.close();
    await location.remove();
  }
});

it('finds the tracer provider that was registered before `forewarn serve`', async () => {
  const sdk = new URL('../telemetry/register-tracer.ts', import.meta.url);
  const service = await startService({
    DATABASE_URL: 'memory:',
    INIT_ADMIN_API_TOKENS: KEY,
    NODE_OPTIONS: `--import ${sdk.href}`,
  });
  try {
    await ask(service, { path: strategyPath('default'), key: KEY, headers: { traceparent } });
    await vi.waitFor(() => expect(service.stderr()).toContain(`findStrategy ${TRACE_ID}\n`));
  } finally {
    await service.end('SIGTERM');
  }
});

it('makes no spans when no provider was registered at its start', async () => {
  expect(early.tracer).toBeUndefined();
  const served = await serve(createMemoryStore(), '', [], early);
  try {
    const key = await makeKey(served.store, 'ci');
    const response = await ask(served, { path: searchPath('x'), key, headers: { traceparent } });
    expect(response.status).toBe(404);
    expect(spans.all()).toEqual([]);
    await vi.waitFor(() => {
      expect(served.lines).toContainEqual(expect.objectContaining({ traceId: TRACE_ID }));
    });
  } finally {
    await served.stop();
  }
});
