import {
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { failureCode, observeStatements } from '../../src/telemetry/observe-statements.ts';
import { idOf, parentOf, recordSpans } from './recorded-spans.ts';

const spans = recordSpans();

function open(tracer = spans.tracer as typeof spans.tracer | undefined) {
  const metrics = createMetrics();
  const observer = observeStatements({ metrics, tracer }, 'postgres');
  const failures = async () =>
    (await metrics.registry.metrics()).match(/^forewarn_store_errors.*/gm);
  return { ...observer, failures };
}

const failing = Object.assign(new Error('try again'), { code: '40001' });

it.for([
  ['select 1', 'select'],
  ['begin; set local a = 1', 'begin'],
  ['connect', 'connect'],
  ['\n  with a as (select 1 from b for update of b) select a', 'select'],
  ['with a as (delete from b), c as (insert into d select 1) select 2', 'delete'],
  ['', 'statement'],
] as const)('names the span of "%s" after its operation: %s', async ([text, name]) => {
  expect(await open().statement(text, async () => 'done')).toBe('done');
  const span = spans.of(name);
  expect(span.kind).toBe(SpanKind.CLIENT);
  expect(span.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.text': text });
  expect(span.status.code).toBe(SpanStatusCode.UNSET);
});

it('records the code of a failed statement, and counts it once', async () => {
  const { statement, failures } = open();
  await expect(statement('select 1', () => Promise.reject(failing))).rejects.toBe(failing);
  expect(spans.of('select').attributes).toMatchObject({ 'error.type': '40001' });
  expect(spans.of('select').status.code).toBe(SpanStatusCode.ERROR);
  expect(await failures()).toEqual(['forewarn_store_errors_total{code="40001"} 1']);
});

function callers(count: number) {
  const opened = Array.from({ length: count }, (_, no) => spans.tracer.startSpan(`caller ${no}`));
  const { caller } = open();
  const contexts = opened.map((span) =>
    context.with(trace.setSpan(ROOT_CONTEXT, span), caller),
  ) as readonly Context[];
  return { opened, contexts };
}

it('makes no span for a batch of one call', async () => {
  const { opened, contexts } = callers(1);
  const { batch, statement } = open();
  await batch('search', contexts, () => statement('select 1', async () => {}));
  expect(spans.all().map(({ name }) => name)).toEqual(['select']);
  expect(parentOf(spans.of('select'))).toBe(opened.map(idOf)[0]);
});

it('makes the span of a batch a child of its first call, linked with the others in both directions', async () => {
  const { opened, contexts } = callers(3);
  const { batch, statement } = open();
  const response = await batch('search', contexts, () => statement('select 1', async () => 7));
  for (const span of opened) span.end();
  expect(response).toBe(7);
  const search = spans.of('search');
  const [first, ...others] = opened.map(idOf);
  expect(search.attributes).toEqual({ 'db.operation.batch.size': 3 });
  expect(parentOf(search)).toBe(first);
  expect(search.links.map((link) => link.context.spanId)).toEqual(others);
  expect(parentOf(spans.of('select'))).toBe(idOf(search));
  const linkedFrom = (no: number) => spans.of(`caller ${no}`).links.map((link) => link.context);
  expect([0, 1, 2].map(linkedFrom)).toEqual([[], [search.spanContext()], [search.spanContext()]]);
});

it('runs a batch of calls without an active span', async () => {
  const { batch } = open();
  expect(await batch('search', [ROOT_CONTEXT, ROOT_CONTEXT], async () => 7)).toBe(7);
  expect(spans.of('search').links).toEqual([]);
});

it('makes no spans without a tracer, and counts failures', async () => {
  const metrics = createMetrics();
  const { statement, caller, batch } = observeStatements(
    { metrics, tracer: undefined },
    'postgres',
  );
  expect(caller()).toBeUndefined();
  expect(await batch('search', [1, 2], () => statement('select 1', async () => 7))).toBe(7);
  await expect(statement('select 1', () => Promise.reject(failing))).rejects.toBe(failing);
  expect(spans.all()).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('forewarn_store_errors_total{code="40001"} 1');
});

const withCode = (code: unknown, message = ''): Error =>
  Object.assign(new Error(message), { code });

it.for([
  ['the SQLSTATE of Postgres', withCode('40001'), '40001'],
  ['the error code of Node', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['the result code of SQLite', Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode: 5 }), '5'],
  ['a timeout of the driver', new Error('Query read timeout'), 'timeout'],
  ['a timeout of the pool', new Error('timeout exceeded when trying to connect'), 'timeout'],
  ['any other error', new Error('no'), 'unknown'],
  ['a code that is a sentence', withCode('shop is not there'), 'unknown'],
  ['a value that is not an error', undefined, 'unknown'],
] as const)('names %s', ([, error, code]) => {
  expect(failureCode(error)).toBe(code);
});
