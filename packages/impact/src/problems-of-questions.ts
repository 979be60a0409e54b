import { type Problem, targetValue } from '@forewarn/core';
import { firstProblems, type Problems, unlessName } from '@forewarn/record';
import { type ImpactQuestion, INTENTS, MAX_ASKED, MAX_LEGAL_VALUES } from './impact.ts';

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

/** Yields the parts of a question that its kind of target does not have. */
export function* misfitsOf({
  target: { kind },
  feature,
  intent,
  inEnvironment,
  legalValues,
}: { readonly [Key in keyof ImpactQuestion]: ImpactQuestion[Key] | undefined } & Pick<
  ImpactQuestion,
  'target'
>): Problems {
  const none = (path: string): Problem => ({ path, expected: 'none for this kind of target' });
  const intents: readonly string[] = INTENTS[kind];
  if (intent !== undefined && !intents.includes(intent)) {
    yield { path: 'intent', expected: `one of ${intents.join(', ')}, for this kind of target` };
  }
  if (feature !== undefined && kind !== 'strategy') yield none('feature');
  const isOfOne = kind === 'strategy' || kind === 'featureVariants' || intent === 'import';
  if (inEnvironment !== undefined && !isOfOne) yield none('inEnvironment');
  if (legalValues === undefined) return;
  if (kind !== 'contextField') yield none('legalValues');
  if (legalValues.length > MAX_LEGAL_VALUES) {
    yield { path: 'legalValues', expected: `at most ${MAX_LEGAL_VALUES}` };
  }
}
