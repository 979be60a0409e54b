import { checkJsonLimits, checkUniqueKeys, parseWith } from '@forewarn/wire';
import { Result } from 'neverthrow';
import type { z } from 'zod';

/** Parses JSON in which no object has the same key twice. The error says what is expected. */
export const uniqueJson = (text: string): Result<unknown, string> =>
  parseJson(text, JSON_TEXT).andThrough((json) =>
    checkJsonLimits(Buffer.from(text))
      .andThen((values) => checkUniqueKeys(json, values))
      .mapErr(({ problems: [{ expected }] }) => expected),
  );

/** What is expected of a text that is no JSON. */
export const JSON_TEXT = 'JSON';

/** Parses JSON. The error for another text is the given one. */
export const parseJson = (text: string, error: string): Result<unknown, string> =>
  Result.fromThrowable(
    (): unknown => JSON.parse(text),
    () => error,
  )();

/** Reads JSON by a schema. If `isStrict`, an unknown field is an error. The error is one line that names the place. */
export const readWith = <T>(
  schema: z.ZodType<T>,
  json: unknown,
  isStrict = false,
): Result<T, string> =>
  parseWith(schema, json, isStrict).mapErr(({ problems: [{ path, expected }] }) =>
    path === '' ? `expected ${expected}` : `${path}: expected ${expected}`,
  );
