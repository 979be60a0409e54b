import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { ResultAsync } from 'neverthrow';
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

/** Reads the text of a file, or of the standard input for `-`. The error does not name it. */
export const readInput = (file: string): ResultAsync<string, string> =>
  ResultAsync.fromPromise(file === '-' ? buffer(stdin) : readFile(file), unreadableWords).andThen(
    (bytes) => textOfBytes(bytes).mapErr((expected) => `expected ${expected}`),
  );
