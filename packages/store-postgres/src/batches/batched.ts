import { StoreBusy } from '@forewarn/store-sql';
import DataLoader from 'dataloader';

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

interface Waiting<Question> {
  readonly question: Question;
  readonly signal: AbortSignal;
}

/** Asks one question, perhaps in a batch. */
export type AskOne<Question, Result> = (question: Question, signal: AbortSignal) => Promise<Result>;

/** How batches run. */
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
  const waiting: (() => void)[] = [];
  let queued = 0;
  let inFlight = 0;
  const askNext = (): void => {
    if (inFlight === maxConcurrent) return;
    const next = waiting.shift();
    if (next === undefined) return;
    inFlight += 1;
    // Not at once: the question that starts the batch is not part of it yet.
    queueMicrotask(next);
  };
  const loader = new DataLoader<Waiting<Question>, Result>(
    async (questions) => {
      try {
        return await askThoseWaiting({ ask, isOfAll }, questions);
      } finally {
        queued -= questions.length;
        inFlight -= 1;
        askNext();
      }
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (next) => {
        waiting.push(next);
        askNext();
      },
    },
  );
  return async (question, signal) => {
    signal.throwIfAborted();
    if (queued === MAX_QUEUED) throw new StoreBusy('too many questions are queued');
    queued += 1;
    return unlessAborted(signal, loader.load({ question, signal }));
  };
}

interface Retrying<Question, Result> {
  readonly ask: Ask<Question, Result>;
  readonly isOfAll: (error: unknown) => boolean;
}

async function askThoseWaiting<Question, Result>(
  how: Retrying<Question, Result>,
  all: readonly Waiting<Question>[],
): Promise<readonly (Result | Error)[]> {
  const isWaiting = all.map(({ signal }) => !signal.aborted);
  const results = await askTogether(
    how,
    all.filter((_, index) => isWaiting[index]),
  );
  const next = results.values();
  return all.map((_, index) => (isWaiting[index] ? take(next) : new Error('aborted')));
}

function take<Result>(results: Iterator<Result>): Result {
  const { value, done } = results.next();
  if (done) throw new Error('a batch has fewer results than questions');
  return value;
}

async function askTogether<Question, Result>(
  how: Retrying<Question, Result>,
  waiting: readonly Waiting<Question>[],
): Promise<readonly (Result | Error)[]> {
  if (waiting.length === 0) return [];
  const questions = waiting.map(({ question }) => question);
  const { signal, stop } = whenAllAborted(waiting.map((each) => each.signal));
  try {
    return await how.ask(questions, signal);
  } catch (error) {
    const isFinal = questions.length === 1 || signal.aborted || how.isOfAll(error);
    if (isFinal) return questions.map(() => asError(error));
  } finally {
    stop();
  }
  const alone = await Promise.all(waiting.map((each) => askThoseWaiting(how, [each])));
  return alone.flat();
}

/** Returns a signal that is aborted once all of these are. */
function whenAllAborted(given: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const all = new AbortController();
  // Callers can share a signal, which calls the same listener once.
  const signals = new Set(given);
  let left = signals.size;
  const count = ({ target }: Event): void => {
    left -= 1;
    if (left === 0) all.abort((target as AbortSignal).reason);
  };
  for (const signal of signals) signal.addEventListener('abort', count, { once: true });
  const stop = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', count);
  };
  return { signal: all.signal, stop };
}

function unlessAborted<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const stop = (): void => signal.removeEventListener('abort', leave);
  result.finally(stop).then(resolve, reject);
  return promise;
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the question failed', { cause: reason });
