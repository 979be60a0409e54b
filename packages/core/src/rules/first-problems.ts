import type { Problem } from '../errors.ts';
import { MAX_PROBLEMS } from '../model/limits.ts';

/** Returns the first problems: one more than an error reports, which shows that the list was cut. */
export function firstProblems(problems: Iterable<Problem>): readonly Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > MAX_PROBLEMS) break;
  }
  return first;
}
