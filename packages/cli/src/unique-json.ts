import { checkJsonLimits, checkUniqueKeys } from '@forewarn/wire';
import { Result } from 'neverthrow';

/** Parses JSON in which no object has the same key twice. The error says what is expected. */
export const uniqueJson = (text: string): Result<unknown, string> =>
  parse(text).andThrough((json) =>
    checkJsonLimits(Buffer.from(text))
      .andThen((values) => checkUniqueKeys(json, values))
      .mapErr(({ problems: [{ expected }] }) => expected),
  );

/** What is expected of a text that is no JSON. */
export const JSON_TEXT = 'JSON';

const parse = Result.fromThrowable(
  (text: string): unknown => JSON.parse(text),
  () => JSON_TEXT,
);
