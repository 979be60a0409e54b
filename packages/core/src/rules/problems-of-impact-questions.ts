import type { Problem } from '../errors.ts';
import { type ImpactQuestion, MAX_ASKED, INTENTS } from '../model/impact.ts';
import { targetValue } from '../model/target.ts';
import { firstProblems, unlessName } from './problems-of.ts';

/** Returns what is invalid in the questions of one impact; empty when nothing is. */
export function problemsOfImpactQuestions(
  questions: readonly ImpactQuestion[],
): readonly Problem[] {
  return questions.length === 0 || questions.length > MAX_ASKED
    ? [{ path: 'questions', expected: `1 to ${MAX_ASKED}` }]
    : firstProblems(problemsOfEach(questions));
}

function* problemsOfEach(questions: readonly ImpactQuestion[]): Generator<Problem> {
  for (const [index, { target, feature, intent }] of questions.entries()) {
    yield* unlessName(`questions[${index}].target`, targetValue(target));
    if (feature !== undefined) {
      if (target.kind === 'strategy') yield* unlessName(`questions[${index}].feature`, feature);
      else yield { path: `questions[${index}].feature`, expected: 'none for this kind of target' };
    }
    const intents: readonly string[] = INTENTS[target.kind];
    if (intent !== undefined && !intents.includes(intent)) {
      yield { path: `questions[${index}].intent`, expected: `one of ${intents.join(', ')}` };
    }
  }
}
