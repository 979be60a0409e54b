import { describe, expect, test } from 'vitest';
import { cut, printable, printableJson, printableLines } from '../src/print.ts';
import { commandsIn } from './commands-in.ts';

describe('what is printed for people', () => {
  test.each([
    ['a GitHub command', '::set-output name=x::y', ': :set-output name=x::y'],
    ['one after white space', ' \u00a0 ::stop-commands::x', ' \u00a0 : :stop-commands::x'],
    ['one after an ignorable character', '\ufe0f::add-mask::x', '\ufe0f: :add-mask::x'],
    ['one with ignorable characters in it', ':\u034f:debug::x', ': \u034f:debug::x'],
    ['an older GitHub command', 'a ##[set-env name=x]y', 'a # #[set-env name=x]y'],
    [
      'one in which characters are ignorable',
      'a #\ufe0f#\ufe0f[add-path]x',
      'a # \ufe0f#\ufe0f[add-path]x',
    ],
    ['one after more signs', '####[error]x', '### #[error]x'],
    ['an Azure command', 'a ##vso[task.setvariable]x', 'a # #vso[task.setvariable]x'],
    ['a TeamCity command', "a ##teamcity[message text='x']", "a # #teamcity[message text='x']"],
    ['one in other letters', '##TeamCity[x]', '# #TeamCity[x]'],
    ['a line end', 'a\n::x\r\nb\u0085c\u2028d\u2029e', 'a ::x  b c d e'],
    [
      'a colour, and a title of a terminal',
      '\u001b[31ma\u001b]0;b\u0007\u009b2J',
      ' [31ma ]0;b  2J',
    ],
    ['characters that reorder text', 'a\u202eb\u2066c\u200fd', 'a b c d'],
  ])('has no %s', (_what, text, printed) => {
    expect(printable(text)).toBe(printed);
    expect(commandsIn(printed)).toEqual([]);
  });

  test.each(['## Heading', 'a::b', 'C# and F#[3]', '#12, #13', 'x [::1]:8080', '日本 😀'])(
    'is otherwise as it was: %s',
    (text) => {
      expect(printable(text)).toBe(text);
      expect(printableLines(`${text}\n\t${text}\n`)).toBe(`${text}\n\t${text}\n`);
    },
  );

  test('has no command in any of its lines', () => {
    expect(printableLines('a\n  ::x::\n\t::y::\r::z::\nb ##vso[x]\n')).toBe(
      'a\n  : :x::\n\t: :y:: ::z::\nb # #vso[x]\n',
    );
  });
});

test('JSON has the same value, and no command or hidden character in it', () => {
  const value = { '##[a]': ['##vso[b]', '\\##teamcity[c]', '\u202ed\u2028\u{e0041}\u007f', '😀'] };

  for (const json of [printableJson(value), printableJson(value, 2)]) {
    expect(JSON.parse(json)).toEqual(value);
    expect(commandsIn(json)).toEqual([]);
    expect(json).toContain('😀');
  }
  expect(printableJson(value)).not.toContain('\n');
});

test('a text is cut between characters', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe('ab…');
  expect(cut('a😀bc', 3)).toBe('a…');
});
