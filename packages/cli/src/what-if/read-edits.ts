import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import type { ScheduleEdit } from '@forewarn/client';
import { editsSchema } from '@forewarn/what-if/http';
import { parseWith } from '@forewarn/wire';
import { Result, ResultAsync } from 'neverthrow';
import { textOfBytes } from '../setting-text.ts';

const parse = Result.fromThrowable(
  (text: string): unknown => JSON.parse(text),
  () => 'expected a JSON array of edits, or {"edits": [...]}',
);

/** Reads edits. The error is one line that names the place. */
export const editsIn = (text: string): Result<readonly ScheduleEdit[], string> =>
  parse(text).andThen((json) =>
    parseWith(editsSchema, Array.isArray(json) ? { edits: json } : json, false)
      .map(({ edits }) => edits as readonly ScheduleEdit[])
      .mapErr(({ problems: [{ path, expected }] }) =>
        path === '' ? `expected ${expected}` : `${path}: expected ${expected}`,
      ),
  );

/** Reads edits from a file, or from the standard input for `-`. The error is one line that names the file. */
export async function readEdits(file: string): Promise<Result<readonly ScheduleEdit[], string>> {
  const content = file === '-' ? buffer(stdin) : readFile(file);
  const read = await ResultAsync.fromPromise(content, (cause) => (cause as Error).message);
  return read
    .andThen((bytes) => textOfBytes(bytes).mapErr((expected) => `expected ${expected}`))
    .andThen(editsIn)
    .mapErr((problem) => `${file}: ${problem}`);
}
