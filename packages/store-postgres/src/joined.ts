import DataLoader from 'dataloader';

/** So many calls run at one moment, repetitions aside; what comes meanwhile waits, and is joined. */
const IN_FLIGHT = 2;
/** So many questions go into one call. */
const AT_ONCE = 64;
/** So many questions wait or are asked; what comes beyond is refused at once. */
const AT_MOST = 2_048;

/** Which calls there are, and what they may take. */
export interface Joining<Question, Answer> {
  /** Answers as many questions at once, in their order. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /** Whether a call that failed with this error can be repeated without harm. */
  readonly canRepeat: (error: unknown) => boolean;
  /** What waited longer is not asked any more, and a call that took longer to fail is not repeated. */
  readonly withinMs: number;
}

interface Waiting<Question> {
  readonly question: Question;
  readonly since: number;
}

/**
 * Joins the questions that wait at the same moment into one call. A question that finds nothing in its way is asked at
 * once, and nothing waits for a timer. When a call fails that had several questions, each is asked again alone before
 * anybody gets an error.
 */
export function joined<Question, Answer>(
  joining: Joining<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let unanswered = 0;
  let inFlight = 0;
  const askNext = (): void => {
    if (inFlight === IN_FLIGHT) return;
    const next = waiting.shift();
    if (next === undefined) return;
    inFlight += 1;
    // Not at once: the question for which it is called is not among those that wait yet.
    queueMicrotask(next);
  };
  const loader = new DataLoader<Waiting<Question>, Answer>(
    async (questions) => {
      try {
        return await askThoseInTime(joining, questions);
      } finally {
        unanswered -= questions.length;
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
  return async (question) => {
    if (unanswered === AT_MOST) throw new Error('too many questions wait already');
    unanswered += 1;
    return loader.load({ question, since: performance.now() });
  };
}

/** Their callers have to be answered in time: what is asked too late is asked in vain. */
async function askThoseInTime<Question, Answer>(
  joining: Joining<Question, Answer>,
  waited: readonly Waiting<Question>[],
): Promise<readonly (Answer | Error)[]> {
  const oldest = performance.now() - joining.withinMs;
  const inTime = waited.filter(({ since }) => since >= oldest).map(({ question }) => question);
  const answers = await askTogether(joining, inTime).catch((error: unknown) =>
    inTime.map(() => asError(error)),
  );
  // Those that waited longest come first.
  const late = waited.slice(inTime.length).map(() => new Error('waited too long for the database'));
  return [...late, ...answers];
}

async function askTogether<Question, Answer>(
  { ask, canRepeat, withinMs }: Joining<Question, Answer>,
  questions: readonly Question[],
): Promise<readonly (Answer | Error)[]> {
  const begun = performance.now();
  try {
    return questions.length === 0 ? [] : await ask(questions);
  } catch (error) {
    const isLate = performance.now() - begun > withinMs;
    if (questions.length === 1 || isLate || !canRepeat(error)) throw error;
    const answers = await Promise.allSettled(questions.map((question) => ask([question])));
    return answers.flatMap<Answer | Error>((answer) =>
      answer.status === 'fulfilled' ? answer.value : asError(answer.reason),
    );
  }
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the question failed', { cause: reason });
