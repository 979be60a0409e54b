import { stderr } from 'node:process';
import { styleText } from 'node:util';

/** Says in one line on the standard error what went wrong and what to do: the name in red on a terminal. */
export function complain(line: string): void {
  stderr.write(`${styleText('red', 'forewarn:', { stream: stderr })} ${line}\n`);
}
