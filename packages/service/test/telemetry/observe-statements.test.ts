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

function open(isTraced = true) {
  const metrics = createMetrics();
  const tracer = isTraced ? spans.tracer : undefined;
  const observer = observeStatements({ metrics, tracer }, 'postgres');
  const failures = async () =>
    (await metrics.registry.metrics()).match(/^forewarn_store_errors.*/gm);
  return { ...observer, failures };
}

const failing = Object.assign(new Error('try again'), { code: '40001' });
const FAILED = ['forewarn_store_errors_total{code="40001"} 1'];

it.for([
  ['select 1', 'select'],
  ['begin; set local a = 1', 'begin'],
  ['connect', 'connect'],
  ['\n  with a as (select 1 from b for update of b) select a', 'select'],
  ['with a as (delete from b), c as (insert into d select 1) select 2', 'delete'],
  ['', 'statement'],
] as const)('names the span of "%s" after its operation: %s', async ([text, name]) => {
  expect(await open().statement(text, async () => 'done')).toBe('done');
  const { kind, attributes, status } = spans.of(name);
  expect({ kind, status }).toEqual({
    kind: SpanKind.CLIENT,
    status: { code: SpanStatusCode.UNSET },
  });
  expect(attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.text': text });
});

it('records the code of a failed statement, and counts it once', async () => {
  const { statement, failures } = open();
  await expect(statement('select 1', () => Promise.reject(failing))).rejects.toBe(failing);
  expect(spans.of('select').attributes).toMatchObject({ 'error.type': '40001' });
  expect(spans.of('select').status.code).toBe(SpanStatusCode.ERROR);
  expect(await failures()).toEqual(FAILED);
});

function callers(count: number) {
  const opened = Array.from({ length: count }, (_, no) => spans.tracer.startSpan(`caller ${no}`));
  const contexts = opened.map((span) =>
    context.with(trace.setSpan(ROOT_CONTEXT, span), open().caller),
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
  expect(await open().batch('search', [ROOT_CONTEXT, ROOT_CONTEXT], async () => 7)).toBe(7);
  expect(spans.of('search').links).toEqual([]);
});

it('makes no spans without a tracer, and counts failures', async () => {
  const { statement, caller, batch, failures } = open(false);
  expect(caller()).toBeUndefined();
  expect(await batch('search', [1, 2], () => statement('select 1', async () => 7))).toBe(7);
  await expect(statement('select 1', () => Promise.reject(failing))).rejects.toBe(failing);
  expect(spans.all()).toEqual([]);
  expect(await failures()).toEqual(FAILED);
});

it.for([
  ['the SQLSTATE of Postgres', { code: '40001' }, '40001'],
  ['the error code of Node', { code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
  ['the result code of SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 5 }, '5'],
  ['a timeout of the driver', { message: 'Query read timeout' }, 'timeout'],
  ['a timeout of the pool', { message: 'timeout exceeded when trying to connect' }, 'timeout'],
  ['any other error', { message: 'no' }, 'unknown'],
  ['a code that is a sentence', { code: 'shop is not there' }, 'unknown'],
] as const)('names %s', ([, error, code]) => {
  expect(failureCode(Object.assign(new Error(), error))).toBe(code);
  expect(failureCode(undefined)).toBe('unknown');
});
