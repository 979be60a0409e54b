import { parseDuration } from '@forewarn/wire/duration';
import { InvalidArgumentError, Option } from 'commander';
import { parseLine } from './parse-arguments.ts';

/** An option for a format, instead of others. */
export const format = (flags: string, what: string, others: readonly string[]): Option =>
  new Option(flags, what).conflicts([...others]);

/** The option for a report in JUnit XML. */
export const JUNIT = new Option(
  '--junit <file>',
  'also write the result to a file, as JUnit XML',
).argParser(parseLine);

/** Reads a span of time, in milliseconds. */
export function parseSpan(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Expected a number with s, m, h or d, such as 15m.');
}
