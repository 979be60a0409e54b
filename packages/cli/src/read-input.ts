import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { textOfBytes } from './setting-text.ts';

const READING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: correct its path, or write it first',
  EISDIR: 'this is a folder: name a file',
  EACCES: 'it may not be read: check its permissions',
};
const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder: make it first',
  EISDIR: 'this is a folder: name a file',
  EACCES: 'it may not be written: check its permissions',
};

const wordsOf =
  (words: typeof READING, what: string) =>
  (cause: unknown): string => {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    return words[code] ?? `it can't be ${what}: ${message}`;
  };

/** Says why a file can't be read, and what to do. */
export const unreadableWords = wordsOf(READING, 'read');

/** Says why a file can't be written, and what to do. */
export const unwritableWords = wordsOf(WRITING, 'written');

/** Maximum size of an input in bytes. Parsed, it takes several times as much memory. */
const MAX_BYTES = 100 * 1_024 * 1_024;

/** Reads the text of a file, or of the standard input for `-`. The error does not name it. */
export const readInput = (file: string): ResultAsync<string, string> =>
  ResultAsync.fromPromise(
    boundedBuffer(file === '-' ? stdin : createReadStream(file)),
    unreadableWords,
  )
    .andThen((bytes) => bytes)
    .andThen((bytes) => textOfBytes(bytes).mapErr((expected) => `expected ${expected}`));

/** Reads no further than the maximum. */
export async function boundedBuffer(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_BYTES,
): Promise<Result<Uint8Array, string>> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return err(`expected at most ${maxBytes} bytes`);
    read.push(chunk);
  }
  return ok(Buffer.concat(read));
}
