import { expect, test } from 'vitest';
import { unreadableWords, unwritableWords } from '../src/read-input.ts';

const failed = (code: string) => Object.assign(new Error('the system says so'), { code });

test.each([
  [
    'ENOENT',
    'there is no such file: correct its path, or write it first',
    'there is no such folder: make it first',
  ],
  ['EISDIR', 'this is a folder: name a file', 'this is a folder: name a file'],
  [
    'EACCES',
    'it may not be read: check its permissions',
    'it may not be written: check its permissions',
  ],
  ['EIO', "it can't be read: the system says so", "it can't be written: the system says so"],
])('says of %s what to do', (code, reading, writing) => {
  expect(unreadableWords(failed(code))).toBe(reading);
  expect(unwritableWords(failed(code))).toBe(writing);
});
