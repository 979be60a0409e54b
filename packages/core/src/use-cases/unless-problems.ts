import { err, ok, type Result } from 'neverthrow';
import type { BadData, Problem } from '../errors.ts';

/** Returns `BadData` if there is any problem. */
export function unlessProblems([first, ...others]: readonly Problem[]): Result<void, BadData> {
  return first === undefined ? ok() : err({ type: 'BadData', problems: [first, ...others] });
}
