import { batched } from '../src/batches/batched.ts';

export const MAX_BATCH_SIZE = 64;

/** Resolves when everything waits for a timer or a response. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export const resultOf = (question: number): string => `result to ${question}`;

/** The signal of a caller that never gives up. */
const PATIENT: AbortSignal = new AbortController().signal;

/** A batch that the test responds to. */
export interface Batch {
  readonly questions: readonly number[];
  readonly signal: AbortSignal;
  isPending: boolean;
  error: Error | undefined;
  resolve(): void;
  fail(error: unknown): void;
}

/** Batched questions that the test responds to. */
export function openBatched(isOfAll?: (error: unknown) => boolean) {
  const batches: Batch[] = [];
  const respond = (
    questions: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const batch: Batch = {
      questions: [...questions],
      signal,
      isPending: true,
      error: undefined,
      resolve: () => {
        batch.isPending = false;
        resolve(questions.map(resultOf));
      },
      fail: (error) => {
        batch.isPending = false;
        if (error instanceof Error) batch.error = error;
        reject(error);
      },
    };
    batches.push(batch);
    return promise;
  };
  const ask = batched(respond, isOfAll && { isOfAll });
  const pending = (): readonly Batch[] => batches.filter(({ isPending }) => isPending);
  return {
    batches,
    ask: (question: number, signal = PATIENT): Promise<string> => ask(question, signal),
    pending,
    asked: () => batches.map(({ questions }) => questions),
    /** Asks as many questions as there can be batches, so that further ones wait. */
    fill: async (): Promise<void> => {
      for (const question of [-1, -2]) {
        ask(question, PATIENT).catch(() => {});
        await settled();
      }
    },
    /** Resolves all batches. A batch with an unlucky question fails. */
    resolveAll: async (unlucky: ReadonlyMap<number, unknown> = new Map()): Promise<void> => {
      for (let left = pending(); left.length > 0; left = pending()) {
        for (const batch of left) {
          const bad = batch.questions.find((question) => unlucky.has(question));
          if (bad === undefined) batch.resolve();
          else batch.fail(unlucky.get(bad));
        }
        await settled();
      }
    },
  };
}
