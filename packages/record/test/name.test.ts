import { isName, MAX_NAME_LENGTH } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { isNewName, MAX_NEW_NAME_LENGTH } from '../src/new-name.ts';
import { IMPOSSIBLE_NAMES } from '../../core/test/impossible-names.ts';

describe('isName', () => {
  test('the longest name has 255 UTF-16 code units', () => {
    expect(MAX_NAME_LENGTH).toBe(255);
  });

  test.each([
    ['one character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['255 code units with surrogate pairs', `${'😀'.repeat(127)}x`],
    ['one space', ' '],
    ['characters of SQL patterns and quotes', `%_'"\\;--`],
    ['characters of paths and queries', '../a?b=c&d#e'],
    ['an inherited property of objects', '__proto__'],
    ['a digit', '0'],
    ['right to left', 'דגל'],
    ['a combining mark alone', '\u0301'],
    ['a no-break space', '\u00a0'],
    ['a line separator, which is not a control character', '\u2028'],
    ['the first character after the C0 controls', '\u0020'],
    ['the last before DEL', '\u007e'],
    ['the first after the C1 controls', '\u00a0'],
    ['an emoji joined by U+200D', '👩‍🚀'],
  ])('accepts %s', (_why, text) => {
    expect(isName(text)).toBe(true);
  });

  test.each(IMPOSSIBLE_NAMES)('rejects %s, and so does isNewName', (_why, text) => {
    expect([isName(text), isNewName(text)]).toEqual([false, false]);
  });

  test('rejects each control character inside, at either end and alone', () => {
    const codes = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i)];
    const texts = codes
      .map((code) => String.fromCodePoint(code))
      .flatMap((control) => [control, `${control}a`, `a${control}`]);

    expect(texts).toHaveLength(65 * 3);
    expect(texts.filter(isName)).toEqual([]);
  });
});

describe('isNewName', () => {
  test('the longest name has 100 characters', () => {
    expect(MAX_NEW_NAME_LENGTH).toBe(100);
    expect(isNewName('x'.repeat(100))).toBe(true);
    expect(isNewName('x'.repeat(101))).toBe(false);
  });

  test('allows ASCII letters and digits, and nine more characters', () => {
    const codes = [...Array(0x3000).keys()].map((code) => String.fromCodePoint(code));

    expect(codes.filter((each) => isNewName(`a${each}`)).join('')).toBe(
      "!'()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
    );
  });

  test.each(['...', '.a', 'a.', '..a', '-', '_', '~', '__proto__', '0'])('accepts %s', (text) => {
    expect(isNewName(text)).toBe(true);
  });

  test.each(['', '.', '..', 'a\n', '\na', 'a b', 'a/b', '%41', 'é', '😀', 'ａ'])(
    'rejects %j',
    (text) => {
      expect(isNewName(text)).toBe(false);
    },
  );
});
