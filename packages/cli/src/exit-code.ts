import { stderr } from 'node:process';
import { printable } from './print.ts';

/** Exit codes of the command. `misused`: wrong arguments or settings. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** Exit codes of commands that find something, or nothing, or do not know. */
export const CHECK_EXIT = { none: 0, some: 1, unknown: 2 } as const;

/** An exit code: 0, 1 or 2, as each command defines it. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Writes one line to the standard error: what went wrong, and what to do. */
export function printError(line: string): void {
  stderr.write(`forewarn: ${printable(line)}\n`);
}

/** Prints what is wrong, or why nothing is known, and returns the exit code for that. */
export function misuse(line: string): ExitCode {
  printError(line);
  return EXIT.misused;
}
