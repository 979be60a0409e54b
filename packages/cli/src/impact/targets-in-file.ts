import type { ImpactTarget } from '@forewarn/client';
import { checkJsonLimits, checkUniqueKeys, readImpactTarget } from '@forewarn/wire';
import { err, Result } from 'neverthrow';

/** A value in a file of targets, and where it is. */
interface Placed {
  readonly place: string;
  readonly value: unknown;
}

/**
 * Reads targets from JSON: `{"targets":[…]}` or a list, as the API takes them, or one target per line. The error is one line
 * that names the place.
 */
export function targetsInFile(text: string): Result<readonly ImpactTarget[], string> {
  return parseJson(text)
    .map(valuesIn)
    .orElse((expected) =>
      expected === JSON_TEXT ? valuesByLine(text) : err(`expected ${expected}`),
    )
    .andThen((values) =>
      values.length === 0
        ? err('expected at least one target')
        : Result.combine(values.map(readTarget)),
    );
}

const readTarget = ({ place, value }: Placed): Result<ImpactTarget, string> =>
  readImpactTarget(value).mapErr(({ problems: [{ path, expected }] }) =>
    path === '' ? `${place}: expected ${expected}` : `${place}, ${path}: expected ${expected}`,
  );

function valuesIn(document: unknown): readonly Placed[] {
  const isBody = typeof document === 'object' && document !== null && 'targets' in document;
  const list = isBody ? document.targets : document;
  const path = isBody ? 'targets' : '$';
  if (!Array.isArray(list)) return [{ place: path, value: document }];
  return list.map((value: unknown, index) => ({ place: `${path}[${index}]`, value }));
}

function valuesByLine(text: string): Result<readonly Placed[], string> {
  const lines = text
    .split('\n')
    .map((line, index) => ({ place: `line ${index + 1}`, line }))
    .filter(({ line }) => line.trim() !== '');
  return Result.combine(
    lines.map(({ place, line }) =>
      parseJson(line)
        .map((value) => ({ place, value }))
        .mapErr((expected) => `${place}: expected ${expected}`),
    ),
  );
}

/** Parses JSON in which no object has the same key twice. The error says what is expected. */
const parseJson = (text: string): Result<unknown, string> =>
  parse(text).andThrough((json) =>
    checkJsonLimits(Buffer.from(text))
      .andThen((values) => checkUniqueKeys(json, values))
      .mapErr(({ problems: [{ expected }] }) => expected),
  );

const JSON_TEXT = 'JSON';

const parse = Result.fromThrowable(
  (text: string): unknown => JSON.parse(text),
  () => JSON_TEXT,
);
