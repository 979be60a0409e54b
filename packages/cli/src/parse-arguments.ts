import { isName, MAX_NAME_LENGTH } from '@forewarn/core/name';
import { InvalidArgumentError } from 'commander';
import { settingText } from './setting-text.ts';

/** Parses an argument that is a name. */
export function parseName(text: string): string {
  if (isName(refuseDamaged(text))) return text;
  throw new InvalidArgumentError(
    `Expected 1 to ${MAX_NAME_LENGTH} characters, no control character.`,
  );
}

/** Parses an argument that is a name and can be repeated. */
export function collectNames(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseName(text)];
}

/** Parses an argument that is a path or a URL. Scripts with CRLF leave a line break at its end. */
export function parseLine(text: string): string {
  const line = settingText(text);
  if (line.isOk() && line.value !== '') return line.value;
  throw new InvalidArgumentError(`Expected ${line.isErr() ? line.error : 'a value'}.`);
}

/** Parses an argument that is a path and can be repeated. */
export function collectPaths(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseLine(text)];
}

/** Collects an argument that can be repeated. */
export const collectTexts = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  refuseDamaged(text),
];

/** Node decodes arguments as UTF-8, whatever a script is encoded in. Nothing is recorded under what it can't decode. */
function refuseDamaged(text: string): string {
  if (!text.includes('\uFFFD')) return text;
  throw new InvalidArgumentError('Expected text in UTF-8: save the script as UTF-8.');
}

/** Parses an argument that is the id of a segment and can be repeated. */
export function collectSegments(text: string, before: readonly number[] = []): readonly number[] {
  const id = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(id)) return [...before, id];
  throw new InvalidArgumentError('Expected a whole number.');
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses an argument that is a time in the past. Returns it in UTC. */
export function parsePastTime(text: string): string {
  const ms = TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) {
    throw new InvalidArgumentError('Expected a time with its zone, such as 2026-11-21T10:42:00Z.');
  }
  if (ms > Date.now()) throw new InvalidArgumentError('Expected a time that has passed.');
  return new Date(ms).toISOString();
}
