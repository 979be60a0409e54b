import { stderr } from 'node:process';

/** Writes one line to the standard error: what went wrong, and what to do. */
export function printError(line: string): void {
  stderr.write(`forewarn: ${line}\n`);
}
