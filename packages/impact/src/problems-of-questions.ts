import { type Problem, targetValue } from '@forewarn/core';
import { firstProblems, type Problems, unlessName } from '@forewarn/record';
import { type ImpactQuestion, MAX_ASKED, misfitsOf } from './impact-question.ts';

/** Returns what is invalid in the questions of one impact; empty when nothing is. */
export function problemsOfImpactQuestions(
  questions: readonly ImpactQuestion[],
): readonly Problem[] {
  return questions.length === 0 || questions.length > MAX_ASKED
    ? [{ path: 'questions', expected: `1 to ${MAX_ASKED}` }]
    : firstProblems(questionProblems(questions));
}

function* questionProblems(questions: readonly ImpactQuestion[]): Problems {
  for (const [index, question] of questions.entries()) {
    const { target, feature, inEnvironment } = question;
    const at = `questions[${index}]`;
    yield* unlessName(`${at}.target`, targetValue(target));
    if (feature !== undefined && target.kind === 'strategy') {
      yield* unlessName(`${at}.feature`, feature);
    }
    if (inEnvironment !== undefined) yield* unlessName(`${at}.inEnvironment`, inEnvironment);
    for (const { path, expected } of misfitsOf(question)) {
      yield { path: `${at}.${path}`, expected };
    }
  }
}
