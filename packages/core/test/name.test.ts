import { describe, expect, test } from 'vitest';
import { isName, isNewName, MAX_NAME_LENGTH, MAX_NEW_NAME_LENGTH } from '../src/index.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

describe('isName', () => {
  test('the longest name has 255 UTF-16 code units', () => {
    expect(MAX_NAME_LENGTH).toBe(255);
  });

  test.each([
    ['one character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['255 code units, pairs of surrogates among them', `${'😀'.repeat(127)}x`],
    ['one space', ' '],
    ['what SQL patterns and quotes are made of', `%_'"\\;--`],
    ['what paths and queries are made of', '../a?b=c&d#e'],
    ['what objects inherit', '__proto__'],
    ['a digit', '0'],
    ['right to left', 'דגל'],
    ['a combining mark alone', '\u0301'],
    ['a no-break space', '\u00a0'],
    ['a line separator, which is no control character', '\u2028'],
    ['the first character after the C0 controls', '\u0020'],
    ['the last before DEL', '\u007e'],
    ['the first after the C1 controls', '\u00a0'],
    ['an emoji joined by U+200D', '👩‍🚀'],
  ])('can be: %s', (_why, text) => {
    expect(isName(text)).toBe(true);
  });

  test.each(IMPOSSIBLE_NAMES)("can't be: %s", (_why, text) => {
    expect(isName(text)).toBe(false);
  });

  test('no control character can be in a name, at either end or alone', () => {
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

  test.each(['...', '.a', 'a.', '..a', '-', '_', '~', '__proto__', '0'])('can be: %s', (text) => {
    expect(isNewName(text)).toBe(true);
  });

  test.each(['', '.', '..', 'a\n', '\na', 'a b', 'a/b', '%41', 'é', '😀', 'ａ'])(
    "can't be: %j",
    (text) => {
      expect(isNewName(text)).toBe(false);
    },
  );

  test.each(IMPOSSIBLE_NAMES)('what is no name is no new name: %s', (_why, text) => {
    expect(isNewName(text)).toBe(false);
  });
});
