import { parseDuration } from '@forewarn/wire/duration';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseLine } from './parse-arguments.ts';

/** An option for a format, instead of others. */
export const format = (flags: string, what: string, others: readonly string[]): Option =>
  new Option(flags, what).conflicts([...others]);

/** Adds the options for the formats of a report. */
export const addFormats = (command: Command, json: string): Command =>
  command
    .addOption(format('--json', json, ['github', 'markdown', 'junit']))
    .addOption(format('--github', 'write annotations for GitHub Actions', ['markdown', 'junit']))
    .addOption(format('--markdown', 'write a comment in Markdown', ['junit']))
    .option('--junit <file>', 'also write the result to a file, as JUnit XML', parseLine);

/** Reads a span of time, in milliseconds. */
export function parseSpan(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Expected a number with s, m, h or d, such as 15m.');
}
