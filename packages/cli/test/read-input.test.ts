import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundedBuffer, unreadableWords, unwritableWords } from '../src/read-input.ts';

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

test('reads no further than the maximum', async () => {
  let read = 0;
  const chunks = Readable.from(
    (function* () {
      for (; read < 100; read += 1) yield Buffer.alloc(10);
    })(),
    { objectMode: true, highWaterMark: 1 },
  );

  expect((await boundedBuffer(chunks, 25))._unsafeUnwrapErr()).toBe('expected at most 25 bytes');
  expect(read).toBeLessThan(10);
  expect((await boundedBuffer(Readable.from([Buffer.alloc(25)]), 25))._unsafeUnwrap().length).toBe(
    25,
  );
});
