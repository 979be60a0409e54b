import DataLoader from 'dataloader';

/** So many calls run at one moment, repetitions aside; what comes meanwhile waits, and is joined. */
const IN_FLIGHT = 2;
/** So many questions go into one call. */
const AT_ONCE = 64;
/** A call that took longer than this to fail is not worth repeating: its callers have to be answered in time. */
const REPEATED_WITHIN_MS = 1_000;

/**
 * Joins the questions that wait at the same moment into one call. A question that finds nothing in its way is asked at
 * once, and nothing waits for a timer. When a call fails that had several questions, each is asked again alone before
 * anybody gets an error.
 *
 * @param ask answers as many questions at once, in their order
 * @param canRepeat whether a call that failed with this error can be repeated without harm
 */
export function joined<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  canRepeat: (error: unknown) => boolean = () => true,
): (question: Question) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  const askNext = (): void => {
    if (inFlight === IN_FLIGHT) return;
    const next = waiting.shift();
    if (next === undefined) return;
    inFlight += 1;
    // Not at once: the question for which it is called is not among those that wait yet.
    queueMicrotask(next);
  };
  // What waited for a call that failed late can't begin anew: its callers have to be answered in time, too.
  let lateFailure: unknown;
  const failWaiting = (error: unknown): void => {
    lateFailure = error;
    for (const next of waiting.splice(0)) next();
    lateFailure = undefined;
  };
  const loader = new DataLoader<Question, Answer>(
    async (questions) => {
      if (lateFailure !== undefined) throw lateFailure;
      const begun = performance.now();
      try {
        return await askTogether(ask, questions, canRepeat);
      } catch (error) {
        if (performance.now() - begun > REPEATED_WITHIN_MS) failWaiting(error);
        throw error;
      } finally {
        inFlight -= 1;
        askNext();
      }
    },
    {
      cache: false,
      maxBatchSize: AT_ONCE,
      batchScheduleFn: (next) => {
        waiting.push(next);
        askNext();
      },
    },
  );
  return (question) => loader.load(question);
}

async function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  questions: readonly Question[],
  canRepeat: (error: unknown) => boolean,
): Promise<readonly (Answer | Error)[]> {
  const begun = performance.now();
  try {
    return await ask(questions);
  } catch (error) {
    const isLate = performance.now() - begun > REPEATED_WITHIN_MS;
    if (questions.length === 1 || isLate || !canRepeat(error)) throw error;
    const answers = await Promise.allSettled(questions.map((question) => ask([question])));
    return answers.flatMap<Answer | Error>((answer) =>
      answer.status === 'fulfilled' ? answer.value : asError(answer.reason),
    );
  }
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the question failed', { cause: reason });
