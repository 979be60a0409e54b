import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { joined } from '../src/joined.ts';

const AT_ONCE = 64;

let now = 0;

beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => clock.mockRestore();
});

/** Until nothing goes on by itself any more, without a timer or an answer. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

const answerTo = (question: number): string => `answer to ${question}`;

/** A call that has come and that the test answers. */
interface Call {
  readonly questions: readonly number[];
  readonly begun: number;
  isPending: boolean;
  error: Error | undefined;
  isLate: boolean;
  answer(): void;
  fail(error: unknown): void;
}

function openJoined(canRepeat?: (error: unknown) => boolean) {
  const calls: Call[] = [];
  const ask = joined((questions: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const call: Call = {
      questions: [...questions],
      begun: now,
      isPending: true,
      error: undefined,
      isLate: false,
      answer: () => {
        call.isPending = false;
        resolve(questions.map(answerTo));
      },
      fail: (error) => {
        call.isPending = false;
        if (error instanceof Error) call.error = error;
        call.isLate = now - call.begun > 1_000;
        reject(error);
      },
    };
    calls.push(call);
    return promise;
  }, canRepeat);
  const pending = (): readonly Call[] => calls.filter(({ isPending }) => isPending);
  return {
    calls,
    ask,
    pending,
    asked: () => calls.map(({ questions }) => questions),
    /** Asks what fills the way, so that further questions wait. */
    fillTheWay: async (): Promise<void> => {
      for (const question of [-1, -2]) {
        ask(question).catch(() => {});
        await settled();
      }
    },
    /** Answers whatever comes until nothing does; a call with one of the unlucky fails. */
    answerAll: async (unlucky: ReadonlyMap<number, unknown> = new Map()): Promise<void> => {
      for (let left = pending(); left.length > 0; left = pending()) {
        for (const call of left) {
          const bad = call.questions.find((question) => unlucky.has(question));
          if (bad === undefined) call.answer();
          else call.fail(unlucky.get(bad));
        }
        await settled();
      }
    },
  };
}

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

const which = fc.nat({ max: 200 });
const step = fc.oneof(
  fc.record({ type: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constantFrom('answer' as const, 'fail' as const), which }),
  fc.record({ type: fc.constant('pass' as const), ms: fc.nat({ max: 1_500 }) }),
);

describe('any interleaving of questions, answers and failures', () => {
  it('gives each question the outcome of its last call, or of the late failure it waited for, and asks no more than it may', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { ask, calls, pending, answerAll } = openJoined();
        const answers: Promise<string>[] = [];
        const isFirst = (call: Call): boolean =>
          call === calls.find(({ questions }) => questions.includes(call.questions[0] ?? -1));
        for (const each of steps) {
          if (each.type === 'ask') {
            const asked = Array.from({ length: each.count }, (_, no) => ask(answers.length + no));
            // Heard at once: it may fail before the end.
            for (const answer of asked) answer.catch(() => {});
            answers.push(...asked);
          } else if (each.type === 'pass') {
            now += each.ms;
          } else {
            const open = pending();
            const call = open[each.which % open.length];
            if (each.type === 'answer') call?.answer();
            else call?.fail(new Error(`call ${calls.indexOf(call)}`));
          }
          await settled();
          expect(pending().filter(isFirst).length).toBeLessThanOrEqual(2);
        }
        await answerAll();

        expect(Math.max(0, ...calls.map(({ questions }) => questions.length))).toBeLessThanOrEqual(
          AT_ONCE,
        );
        const lateFailures = calls
          .filter(isFirst)
          .flatMap(({ isLate, error }) => (isLate ? [error] : []));
        const waitedForLateFailure = {
          status: 'rejected',
          reason: expect.toBeOneOf(lateFailures),
        };
        const outcomes = await Promise.allSettled(answers);
        const wasAsked = new Set(calls.flatMap(({ questions }) => questions));
        expect(calls.filter(isFirst).flatMap(({ questions }) => questions)).toEqual(
          [...answers.keys()].filter((question) => wasAsked.has(question)),
        );
        expect(outcomes).toEqual(
          outcomes.map((_, question) => {
            const last = calls.findLast(({ questions }) => questions.includes(question));
            if (last === undefined) return waitedForLateFailure;
            return last.error === undefined
              ? { status: 'fulfilled', value: answerTo(question) }
              : { status: 'rejected', reason: last.error };
          }),
        );
      }),
      { numRuns: 60 },
    );
  });
});
