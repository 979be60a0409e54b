import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { type KeyedStore, keyedStore } from '../../src/operate/keyed-store.ts';
import { observeStatements } from '../../src/telemetry/observe-statements.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { idOf, parentOf, recordSpans } from '../telemetry/recorded-spans.ts';
import { ask, searchPath } from './ask.ts';
import { inSqlite, type TestLocation } from './open-stores.ts';
import { changeRequest, record } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;

// Started before a provider is registered, so it must not have a tracer.
const early = createTelemetry();
const spans = recordSpans();

// The tests of each store show what it tells its observer.
describe('a service with a tracer provider', () => {
  let location: TestLocation;
  let store: KeyedStore;
  let served: ServedApp;
  let key: string;

  beforeAll(async () => {
    location = await inSqlite();
    const telemetry = createTelemetry();
    const observer = observeStatements(telemetry, location.location.kind);
    store = keyedStore((await openStore(location.location, { observer }))._unsafeUnwrap());
    served = await serve(store, {}, { telemetry });
    key = await makeKey(store, 'ci');
    await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
  });

  afterAll(async () => {
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
    expect(sent.map(({ attributes }) => attributes['db.system.name'])).toEqual([
      'sqlite',
      'sqlite',
    ]);
    // The alerts look at what was recorded, in traces of their own.
    expect(childrenOf(useCase).map((span) => span.spanContext().traceId)).toEqual(
      childrenOf(useCase).map(() => TRACE_ID),
    );
    expect(spans.all().map(textOf).join('\n')).not.toMatch(/shop|checkout/);
  });
});

it('makes no spans when no provider was registered at its start', async () => {
  expect(early.tracer).toBeUndefined();
  const served = await serveHere(undefined, {}, { telemetry: early });
  const key = await makeKey(served.store, 'ci');

  const response = await ask(served, { path: searchPath('x'), key, headers: { traceparent } });

  expect(response.status).toBe(404);
  expect(spans.all()).toEqual([]);
  const line = expect.objectContaining({ traceId: TRACE_ID });
  await expect.poll(() => served.lines).toContainEqual(line);
});
