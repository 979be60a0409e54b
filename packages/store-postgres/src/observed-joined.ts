import type { StatementObserver } from '@forewarn/store-sql';
import { joined, type Joining } from './joined.ts';

/** The same as {@link joined}, and an observer is told of each call, under a name, and of whom it is for. */
export function observedJoined<Question, Answer>(
  name: string,
  observer: StatementObserver | undefined,
  joining: Joining<Question, Answer>,
): (question: Question) => Promise<Answer> {
  if (observer === undefined) return joined(joining);
  const ask = joined<{ readonly question: Question; readonly caller: unknown }, Answer>({
    ...joining,
    ask: (asked) => {
      const callers = asked.map(({ caller }) => caller);
      return observer.shared(name, callers, () =>
        joining.ask(asked.map(({ question }) => question)),
      );
    },
  });
  return (question) => ask({ question, caller: observer.caller() });
}
