import type { ImpactTarget } from '@forewarn/client';
import { readImpactTarget } from '@forewarn/wire';
import { err, ok, Result } from 'neverthrow';
import { JSON_TEXT, uniqueJson } from '../read-json.ts';

/** A value in a file of targets, and where it is. */
interface Located {
  readonly location: string;
  readonly value: unknown;
}

/**
 * Reads targets from JSON: `{"targets":[…]}` or a list, as the API takes them, or one target per line. The error is one line
 * that says where it is.
 */
export function targetsInFile(text: string): Result<readonly ImpactTarget[], string> {
  return uniqueJson(text)
    .match(valuesIn, (expected) =>
      expected === JSON_TEXT ? valuesByLine(text) : err(`expected ${expected}`),
    )
    .andThen((values) =>
      values.length === 0
        ? err('expected at least one target')
        : Result.combine(values.map(readTarget)),
    );
}

const readTarget = ({ location, value }: Located): Result<ImpactTarget, string> =>
  readImpactTarget(value).mapErr(({ problems: [{ path, expected }] }) =>
    path === ''
      ? `${location}: expected ${expected}`
      : `${location}, ${path}: expected ${expected}`,
  );

function valuesIn(document: unknown): Result<readonly Located[], string> {
  const isBody = typeof document === 'object' && document !== null && 'targets' in document;
  const other = isBody ? Object.keys(document).find((name) => name !== 'targets') : undefined;
  if (other !== undefined) return err(`${other}: expected no field of this name`);
  const list = isBody ? document.targets : document;
  const path = isBody ? 'targets' : '$';
  if (!Array.isArray(list)) return ok([{ location: path, value: document }]);
  return ok(list.map((value: unknown, index) => ({ location: `${path}[${index}]`, value })));
}

function valuesByLine(text: string): Result<readonly Located[], string> {
  const lines = text
    .split('\n')
    .map((line, index) => ({ location: `line ${index + 1}`, line }))
    .filter(({ line }) => line.trim() !== '');
  return Result.combine(
    lines.map(({ location, line }) =>
      uniqueJson(line)
        .map((value) => ({ location, value }))
        .mapErr((expected) => `${location}: expected ${expected}`),
    ),
  );
}
