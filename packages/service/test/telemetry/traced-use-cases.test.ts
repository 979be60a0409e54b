import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import { tracedUseCase, tracedUseCases } from '../../src/telemetry/telemetry.ts';
import { idOf, parentOf, recordSpans } from './recorded-spans.ts';

const spans = recordSpans();

const { tracer } = spans;
const greet = tracedUseCase(
  'greet',
  ({ name }: { readonly name: string }) => okAsync(`hello ${name}`),
  tracer,
);
const find = tracedUseCase('find', () => errAsync({ type: 'StrategyNotFound' }), tracer);
const ask = tracedUseCase(
  'ask',
  () => errAsync({ type: 'StoreUnavailable', cause: 'down' }),
  tracer,
);
const stumble = tracedUseCase(
  'stumble',
  () => ResultAsync.fromSafePromise<never>(Promise.reject(new TypeError('a bug'))),
  tracer,
);
const fall = tracedUseCase(
  'fall',
  () => {
    throw new RangeError('a bug');
  },
  tracer,
);
const admit = () => okAsync({ name: 'ann' });
const useCases = {
  admit,
  searchScheduledChangeRequests: () =>
    errAsync({ type: 'ProjectNotFound', projectId: 'shop' } as const),
  deleteStrategy: (_command: object) => okAsync(undefined),
  listEvents: undefined,
} as const;

it('returns the results of the use cases, each in a span with its name', async () => {
  expect((await greet({ name: 'ann' }))._unsafeUnwrap()).toBe('hello ann');
  expect(spans.of('greet').status.code).toBe(SpanStatusCode.UNSET);
  expect(spans.of('greet').attributes).toEqual({});
});

it('records the type of an error, and marks an outage as an error', async () => {
  expect((await find())._unsafeUnwrapErr()).toEqual({ type: 'StrategyNotFound' });
  expect((await ask())._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: 'down' });
  expect(spans.of('find').attributes).toEqual({ 'error.type': 'StrategyNotFound' });
  expect(spans.of('find').status.code).toBe(SpanStatusCode.UNSET);
  expect(spans.of('ask').attributes).toEqual({ 'error.type': 'StoreUnavailable' });
  expect(spans.of('ask').status.code).toBe(SpanStatusCode.ERROR);
});

it('ends the span of a bug, and rethrows it', async () => {
  await expect(stumble()).rejects.toThrow(TypeError);
  await expect(fall()).rejects.toThrow(RangeError);
  expect(spans.of('stumble').attributes).toEqual({ 'error.type': 'TypeError' });
  expect(spans.of('fall').attributes).toEqual({ 'error.type': 'RangeError' });
  expect(spans.of('fall').status.code).toBe(SpanStatusCode.ERROR);
});

it('makes a child of the active span, and activates it', async () => {
  const outer = spans.tracer.startSpan('outer');
  const look = tracedUseCase('look', () => okAsync(trace.getActiveSpan()), spans.tracer);
  const within = trace.setSpan(context.active(), outer);
  const active = (await context.with(within, look))._unsafeUnwrap();
  const span = spans.of('look');
  expect(parentOf(span)).toBe(idOf(outer));
  expect(active?.spanContext()).toEqual(span.spanContext());
});

it('names the span of each use case, and makes none that is absent', async () => {
  const { deleteStrategy, listEvents } = tracedUseCases(useCases, tracer);
  expect((await deleteStrategy({ name: 'gradual' })).isOk()).toBe(true);
  expect(spans.of('deleteStrategy').name).toBe('deleteStrategy');
  expect(listEvents).toBeUndefined();
});

it('returns the use cases unchanged without a tracer', () => {
  expect(tracedUseCases(useCases, undefined)).toBe(useCases);
});
