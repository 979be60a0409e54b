import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AT_ONCE, answerTo, openJoined, settled } from './open-joined.ts';

let now = 0;

beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => clock.mockRestore();
});

describe('what is asked together', () => {
  it('asks a lone question at once, alone', async () => {
    const { ask, asked, answerAll } = openJoined();
    const answer = ask(1);
    await settled();
    expect(asked()).toEqual([[1]]);
    await answerAll();
    expect(await answer).toBe(answerTo(1));
  });

  it('asks what comes at the same moment in one call, the same question twice included', async () => {
    const { ask, asked, answerAll } = openJoined();
    const answers = Promise.all([3, 1, 3, 2].map(ask));
    await settled();
    expect(asked()).toEqual([[3, 1, 3, 2]]);
    await answerAll();
    expect(await answers).toEqual([3, 1, 3, 2].map(answerTo));
  });

  it('joins what comes while two calls are in flight, in order, until one of them ends', async () => {
    const { ask, asked, calls, fillTheWay, answerAll } = openJoined();
    await fillTheWay();
    const answers: Promise<string>[] = [];
    for (const question of [5, 3, 4]) {
      answers.push(ask(question));
      await settled();
    }
    expect(asked()).toEqual([[-1], [-2]]);

    calls[1]?.answer();
    await settled();
    expect(asked()).toEqual([[-1], [-2], [5, 3, 4]]);
    await answerAll();
    expect(await Promise.all(answers)).toEqual([5, 3, 4].map(answerTo));
  });

  it('asks at most 64 in one call and has at most two in flight, the oldest first', async () => {
    const { ask, asked, calls, pending, answerAll } = openJoined();
    const questions = Array.from({ length: 3 * AT_ONCE + 1 }, (_, question) => question);
    const answers = Promise.all(questions.map(ask));
    await settled();
    expect(asked()).toEqual([questions.slice(0, AT_ONCE), questions.slice(AT_ONCE, 2 * AT_ONCE)]);

    calls[0]?.answer();
    await settled();
    expect(pending()).toHaveLength(2);
    expect(asked()[2]).toEqual(questions.slice(2 * AT_ONCE, 3 * AT_ONCE));

    calls[2]?.answer();
    await settled();
    expect(pending()).toHaveLength(2);
    expect(asked()[3]).toEqual(questions.slice(3 * AT_ONCE));
    await answerAll();
    expect(await answers).toEqual(questions.map(answerTo));
  });
});

describe('what fails', () => {
  it('repeats a failed joined call one by one, and only the unlucky question gets its error', async () => {
    const { ask, asked, answerAll } = openJoined();
    const answers = Promise.allSettled([1, 2, 3].map(ask));
    await settled();
    const unlucky = new Error('unlucky');
    await answerAll(new Map([[2, unlucky]]));
    expect(asked()).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(await answers).toEqual([
      { status: 'fulfilled', value: answerTo(1) },
      { status: 'rejected', reason: unlucky },
      { status: 'fulfilled', value: answerTo(3) },
    ]);
  });

  it('makes an error of what is none', async () => {
    const { ask, answerAll } = openJoined();
    const answers = Promise.allSettled([1, 2].map(ask));
    await settled();
    await answerAll(new Map([[1, 'a text']]));
    expect(await answers).toEqual([
      { status: 'rejected', reason: new Error('the question failed', { cause: 'a text' }) },
      { status: 'fulfilled', value: answerTo(2) },
    ]);
  });

  it('does not repeat a lone question', async () => {
    const { ask, asked, answerAll } = openJoined();
    const [answers, error] = [Promise.allSettled([ask(1)]), new Error('unlucky')];
    await settled();
    await answerAll(new Map([[1, error]]));
    expect(asked()).toEqual([[1]]);
    expect(await answers).toEqual([{ status: 'rejected', reason: error }]);
  });

  it.each([
    ['a second', 1_000, [[1, 2], [1], [2]], 'fulfilled'],
    ['longer than a second', 1_001, [[1, 2]], 'rejected'],
  ])('repeats what took %s to fail, or not', async (_, tookMs, expected, status) => {
    const { ask, asked, calls, answerAll } = openJoined();
    now = 500;
    const answers = Promise.allSettled([1, 2].map(ask));
    await settled();
    now += tookMs;
    calls[0]?.fail(new Error('slow'));
    await settled();
    await answerAll();
    expect(asked()).toEqual(expected);
    expect((await answers).map((answer) => answer.status)).toEqual([status, status]);
  });

  it('repeats nothing after an error that does not allow it', async () => {
    const { ask, asked, calls, answerAll } = openJoined((error) => error !== lost);
    const lost = new Error('lost');
    const answers = Promise.allSettled([1, 2].map(ask));
    await settled();
    calls[0]?.fail(lost);
    await settled();
    await answerAll();
    expect(asked()).toEqual([[1, 2]]);
    expect(await answers).toEqual([1, 2].map(() => ({ status: 'rejected', reason: lost })));
  });

  it.each([
    ['a second', 1_000, 'fulfilled'],
    ['longer than a second', 1_001, 'rejected'],
  ])('asks what waited %s, or not, and goes on', async (_, waitedMs, status) => {
    const { ask, calls, fillTheWay, answerAll } = openJoined();
    await fillTheWay();
    const old = Promise.allSettled([1, 2].map(ask));
    await settled();
    now += waitedMs;
    const young = Promise.allSettled([3].map(ask));
    await settled();
    calls[0]?.fail(new Error('silent'));
    await answerAll();
    expect((await old).map((answer) => answer.status)).toEqual([status, status]);
    expect((await young).map((answer) => answer.status)).toEqual(['fulfilled']);
  });

  it('refuses at once what comes when very many wait already, and nothing once they are answered', async () => {
    const { ask, answerAll } = openJoined();
    const many = Array.from({ length: 2_048 }, (_, question) => question);
    const answers = Promise.all(many.map(ask));
    await expect(ask(-1)).rejects.toThrow('too many questions wait already');
    await settled();
    await answerAll();
    expect(await answers).toEqual(many.map(answerTo));
    const last = ask(-1);
    await settled();
    await answerAll();
    expect(await last).toBe(answerTo(-1));
  });

  it('goes on after failures, with two calls in flight as before', async () => {
    const { ask, asked, calls, pending, fillTheWay, answerAll } = openJoined();
    await fillTheWay();
    const joinedOnes = Promise.allSettled([1, 2].map(ask));
    const error = new Error('unlucky');
    for (const lone of pending()) lone.fail(error);
    await settled();
    await answerAll(new Map([1, 2].map((question) => [question, error])));
    expect((await joinedOnes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    calls.length = 0;
    await fillTheWay();
    const last = ask(3);
    await settled();
    expect(asked()).toEqual([[-1], [-2]]);
    await answerAll();
    expect(await last).toBe(answerTo(3));
  });
});
