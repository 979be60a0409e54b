import { joined } from '../src/joined.ts';

export const AT_ONCE = 64;
export const WITHIN_MS = 1_000;

/** Until nothing goes on by itself any more, without a timer or an answer. */
export const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

export const answerTo = (question: number): string => `answer to ${question}`;

/** A call that has come and that the test answers. */
export interface Call {
  readonly questions: readonly number[];
  readonly begun: number;
  isPending: boolean;
  error: Error | undefined;
  answer(): void;
  fail(error: unknown): void;
}

/** Joined questions whose calls the test answers. */
export function openJoined(canRepeat = (_error: unknown): boolean => true) {
  const calls: Call[] = [];
  const askTogether = (questions: readonly number[]): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const call: Call = {
      questions: [...questions],
      begun: performance.now(),
      isPending: true,
      error: undefined,
      answer: () => {
        call.isPending = false;
        resolve(questions.map(answerTo));
      },
      fail: (error) => {
        call.isPending = false;
        if (error instanceof Error) call.error = error;
        reject(error);
      },
    };
    calls.push(call);
    return promise;
  };
  const ask = joined({ ask: askTogether, canRepeat, withinMs: WITHIN_MS });
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
