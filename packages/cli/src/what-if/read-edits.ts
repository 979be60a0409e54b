import type { ScheduleEdit } from '@forewarn/client';
import { editsSchema } from '@forewarn/what-if/http';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { readInput } from '../read-input.ts';
import { JSON_TEXT, readWith, uniqueJson } from '../read-json.ts';

const EXPECTED = 'a JSON array of edits, or {"edits": [...]}';

/** Reads edits. Without a misspelt field, they could look harmless. The error is one line that says where it is. */
export const editsIn = (text: string): Result<readonly ScheduleEdit[], string> =>
  uniqueJson(text)
    .mapErr((expected) => `expected ${expected === JSON_TEXT ? EXPECTED : expected}`)
    .andThen((json) =>
      readWith(editsSchema, Array.isArray(json) ? { edits: json } : json, true)
        .map(({ edits }) => edits as readonly ScheduleEdit[])
        // Without one, nothing goes less well.
        .andThen((edits) => (edits.length === 0 ? err('expected at least one edit') : ok(edits))),
    );

/** Reads edits from a file, or from the standard input for `-`. The error is one line that names the file. */
export const readEdits = (file: string): ResultAsync<readonly ScheduleEdit[], string> =>
  readInput(file)
    .andThen(editsIn)
    .mapErr((problem) => `${file}: ${problem}`);
