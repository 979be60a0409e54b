import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { resultOf, MAX_BATCH_SIZE, openBatched, settled } from './open-batched.ts';

const NONE: ReadonlyMap<number, unknown> = new Map();
const late = new Error('late');
const SHARED = new AbortController();
const unlucky = new Error('unlucky');
const fulfilled = (question: number) => ({ status: 'fulfilled', value: resultOf(question) });
const rejected = (reason: unknown) => ({ status: 'rejected', reason });

it.each([
  ['asks a lone question at once, alone', [1], NONE, [[1]]],
  ['asks the questions of one moment in one batch', [3, 1, 3, 2], NONE, [[3, 1, 3, 2]]],
  ['does not ask a lone question again', [1], new Map([[1, unlucky]]), [[1]]],
  [
    'asks each question of a failed batch alone, and only the unlucky one gets its error',
    [1, 2, 3],
    new Map([[2, unlucky]]),
    [[1, 2, 3], [1], [2], [3]],
  ],
])('%s', async (_title, questions, errors, expected) => {
  const { ask, asked, resolveAll } = openBatched();
  const results = Promise.allSettled(questions.map((question) => ask(question)));
  await settled();
  expect(asked()).toEqual(expected.slice(0, 1));
  await resolveAll(errors);
  expect(asked()).toEqual(expected);
  expect(await results).toEqual(
    questions.map((each) => (errors.has(each) ? rejected(errors.get(each)) : fulfilled(each))),
  );
});

describe('batching', () => {
  it('collects questions while two batches run, in order, until one of them ends', async () => {
    const { ask, asked, batches, fill, resolveAll } = openBatched();
    await fill();
    const results: Promise<string>[] = [];
    for (const question of [5, 3, 4]) {
      results.push(ask(question));
      await settled();
    }
    expect(asked()).toEqual([[-1], [-2]]);
    batches[1]?.resolve();
    await settled();
    expect(asked()).toEqual([[-1], [-2], [5, 3, 4]]);
    await resolveAll();
    expect(await Promise.all(results)).toEqual([5, 3, 4].map(resultOf));
  });

  it('asks at most 64 questions per batch, two batches at the same time, the oldest first', async () => {
    const { ask, asked, batches, pending, resolveAll } = openBatched();
    const questions = Array.from({ length: 3 * MAX_BATCH_SIZE + 1 }, (_, question) => question);
    const results = Promise.all(questions.map((question) => ask(question)));
    await settled();
    const part = (no: number) => questions.slice(no * MAX_BATCH_SIZE, (no + 1) * MAX_BATCH_SIZE);
    expect(asked()).toEqual([part(0), part(1)]);
    for (const no of [2, 3]) {
      batches[no === 2 ? 0 : 2]?.resolve();
      await settled();
      expect(pending()).toHaveLength(2);
      expect(asked()[no]).toEqual(part(no));
    }
    await resolveAll();
    expect(await results).toEqual(questions.map(resultOf));
  });

  it('refuses a question when 2,048 are queued, and accepts it once they are resolved', async () => {
    const { ask, resolveAll } = openBatched();
    const many = Array.from({ length: 2_048 }, (_, question) => question);
    const results = Promise.all(many.map((question) => ask(question)));
    await expect(ask(-1)).rejects.toThrow('too many questions are queued');
    await settled();
    await resolveAll();
    expect(await results).toEqual(many.map(resultOf));
    const last = ask(-1);
    await settled();
    await resolveAll();
    expect(await last).toBe(resultOf(-1));
  });
});

describe('failures', () => {
  it('rejects with an error when the reason is none', async () => {
    const { ask, resolveAll } = openBatched();
    const results = Promise.allSettled([ask(1)]);
    await settled();
    await resolveAll(new Map([[1, 'a text']]));
    const cause = new Error('the question failed', { cause: 'a text' });
    expect(await results).toEqual([rejected(cause)]);
  });

  it('asks no question again when the error is of all', async () => {
    const gone = new Error('gone');
    const { ask, asked, batches } = openBatched((error) => error === gone);
    const results = Promise.allSettled([1, 2].map((question) => ask(question)));
    await settled();
    batches[0]?.fail(gone);
    expect(await results).toEqual([rejected(gone), rejected(gone)]);
    expect(asked()).toEqual([[1, 2]]);
  });
});

describe('deadlines', () => {
  it('no longer listens to a signal whose question has its result', async () => {
    const { ask, resolveAll } = openBatched();
    const { signal } = new AbortController();
    const results = Promise.all([ask(1, signal), ask(2, signal)]);
    await settled();
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    await resolveAll();
    await results;

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects a waiting question at once when its signal is aborted, and never asks it', async () => {
    const { ask, asked, fill, resolveAll } = openBatched();
    await fill();
    const caller = new AbortController();
    const results = Promise.allSettled([ask(1, caller.signal), ask(2)]);
    const first = ask(3, caller.signal);
    caller.abort(late);
    await expect(first).rejects.toBe(late);
    await expect(ask(4, caller.signal)).rejects.toBe(late);
    await resolveAll();
    expect(asked()).toEqual([[-1], [-2], [2]]);
    expect(await results).toEqual([rejected(late), fulfilled(2)]);
  });

  it.each([
    ['of all its questions', [new AbortController(), new AbortController()]],
    ['that all its questions share', [SHARED, SHARED]],
  ])('aborts a batch only with the signals %s', async (_which, callers) => {
    const { ask, batches } = openBatched();
    const results = Promise.allSettled(callers.map(({ signal }, no) => ask(no, signal)));
    await settled();
    for (const caller of callers) {
      expect(batches[0]?.signal.aborted).toBe(caller.signal.aborted);
      caller.abort(late);
    }
    expect(batches[0]?.signal.reason).toBe(late);
    expect(await results).toEqual([rejected(late), rejected(late)]);
  });
});
