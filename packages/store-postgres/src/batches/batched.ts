import { StoreBusy } from '@forewarn/core';

/** Maximum questions per batch. */
const MAX_BATCH_SIZE = 64;
/** Maximum questions that are queued or in progress. Further ones are refused at once. */
const MAX_QUEUED = 2_048;

/**
 * Returns the results of several questions, in order. The signal is aborted once all callers have given up.
 */
export type Ask<Question, Result> = (
  questions: readonly Question[],
  signal: AbortSignal,
) => Promise<readonly Result[]>;

/** Asks one question, perhaps in a batch. */
export type AskOne<Question, Result> = (question: Question, signal: AbortSignal) => Promise<Result>;

export interface BatchOptions {
  /** Maximum concurrent batches, excluding retries. Default: 2. */
  readonly maxConcurrent?: number;
  /** Whether an error is that of each question of its batch, so that none is asked again alone. Default: never. */
  readonly isOfAll?: (error: unknown) => boolean;
}

/**
 * Asks the questions that wait at the same moment in one batch. A question runs at once when there is room, and no question
 * waits for a timer. When a batch of several questions fails, each is asked again alone. A caller whose signal is aborted
 * gets the signal's reason at once.
 */
export function batched<Question, Result>(
  ask: Ask<Question, Result>,
  { maxConcurrent = 2, isOfAll = () => false }: BatchOptions = {},
): AskOne<Question, Result> {
  const queue: Waiting<Question, Result>[] = [];
  let unfinished = 0;
  let inFlight = 0;

  const askAll = async (all: readonly Waiting<Question, Result>[]): Promise<void> => {
    const waiting = all.filter((each) => !each.signal.aborted);
    const [first] = waiting;
    if (first === undefined) return;
    const signal = waiting.length === 1 ? first.signal : whenAllLeft(waiting);
    try {
      const questions = waiting.map(({ question }) => question);
      const results = (await ask(questions, signal)).values();
      for (const { resolve } of waiting) resolve(take(results));
      return;
    } catch (error) {
      if (waiting.length === 1 || signal.aborted || isOfAll(error)) {
        for (const { reject } of waiting) reject(error);
        return;
      }
    }
    await Promise.all(waiting.map((each) => askAll([each])));
  };
  const askNext = async (): Promise<void> => {
    if (inFlight === maxConcurrent || queue.length === 0) return;
    inFlight += 1;
    // Not at once: others of the same moment are not in the queue yet.
    await Promise.resolve();
    const batch = queue.splice(0, MAX_BATCH_SIZE);
    await askAll(batch);
    unfinished -= batch.length;
    inFlight -= 1;
    void askNext();
  };
  return (question, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (unfinished === MAX_QUEUED) throw new StoreBusy('too many questions are queued');
      unfinished += 1;
      const leave = (): void => {
        reject(signal.reason);
        waiting.onLeft?.();
      };
      const stay = (): void => signal.removeEventListener('abort', leave);
      const waiting: Waiting<Question, Result> = {
        question,
        signal,
        resolve: (result) => {
          stay();
          resolve(result);
        },
        reject: (reason) => {
          stay();
          reject(asError(reason));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      void askNext();
    });
}

interface Caller {
  readonly signal: AbortSignal;
  /** Called when it gives up. */
  onLeft?: () => void;
}

interface Waiting<Question, Result> extends Caller {
  readonly question: Question;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

function take<Result>(results: Iterator<Result>): Result {
  const { value, done } = results.next();
  if (done) throw new Error('a batch has fewer results than questions');
  return value;
}

/** Returns a signal that is aborted once all callers have given up. */
function whenAllLeft(all: readonly Caller[]): AbortSignal {
  const controller = new AbortController();
  let left = all.length;
  for (const each of all) {
    each.onLeft = () => {
      left -= 1;
      if (left === 0) controller.abort(each.signal.reason);
    };
  }
  return controller.signal;
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the question failed', { cause: reason });
