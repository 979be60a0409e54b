import { expect, test } from 'vitest';
import { readVariables, settingText, textOfBytes } from '../src/setting-text.ts';

const KNOWN = { names: ['KEY', 'LEVEL'], secrets: new Set(['KEY']) };

/** Reads with files of these contents. */
const read = (
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>> = {},
) =>
  readVariables(environment, KNOWN, (path) => {
    const bytes = files[path];
    if (bytes === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
    return bytes;
  }).map((values) => Object.fromEntries(values));

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', Buffer.from('s3cret\n')],
  ['UTF-8 with a BOM and CRLF', Buffer.from('\ufeffs3cret\r\n')],
  ['UTF-16 with a BOM', utf16('\ufeffs3cret\r\n')],
  ['UTF-16 without a BOM', utf16('s3cret\r\n')],
  ['big-endian UTF-16', utf16('\ufeffs3cret').swap16()],
])('reads a secret from a file in %s', (_encoding, bytes) => {
  const files = { '/run/secrets/key': bytes };

  expect(read({ KEY_FILE: '/run/secrets/key\n' }, files)._unsafeUnwrap()).toEqual({
    KEY: 's3cret',
  });
});

test.each([
  ['is missing', {}, 'a file that can be read: /key: ENOENT'],
  ['is empty', { '/key': new Uint8Array() }, 'a file with a value: /key is empty'],
  ['has only a line break', { '/key': Buffer.from('\n') }, 'a value: it has only white space'],
  ['has two lines', { '/key': Buffer.from('s3\ncret') }, 'one line, without control characters'],
  ['is no text', { '/key': Buffer.from([0xe4, 0x41]) }, 'text in UTF-8'],
])(
  'names the variable of a file that %s',
  (_what, files: Readonly<Record<string, Uint8Array>>, expected) => {
    expect(read({ KEY_FILE: '/key' }, files)._unsafeUnwrapErr()).toEqual({
      setting: 'KEY_FILE',
      expected,
    });
  },
);

test('refuses a secret beside its file', () => {
  const files = { '/key': Buffer.from('s3cret') };

  expect(read({ KEY: 's3cret', KEY_FILE: '/key' }, files)._unsafeUnwrapErr()).toEqual({
    setting: 'KEY_FILE',
    expected: 'no value beside KEY: leave out one of the two',
  });
});

test('reads only known variables that are set, and files of secrets only', () => {
  expect(
    read({ LEVEL: ' info', KEY: '', LEVEL_FILE: '/none', OTHER: 'x' })._unsafeUnwrap(),
  ).toEqual({
    LEVEL: 'info',
  });
});

test.each(['"a"', "'a'", '`a`', '“a”'])('refuses quotes around a value: %s', (text) => {
  expect(settingText(text).isErr()).toBe(true);
});

test('decodes a file whose first character is not ASCII', () => {
  expect(textOfBytes(Buffer.from('ä'))._unsafeUnwrap()).toBe('ä');
});
