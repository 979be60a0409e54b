import { RULE_WORDS } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { code, comment, link, words } from '../../src/report/comment.ts';
import { partOf, rowsIn } from './read-comment.ts';

describe('a comment', () => {
  test('mentions no one, and links to nothing, in its summary or in a row', () => {
    const hostile =
      'ask @acme/security &#64;acme, fix #12, GH-7, https://f.example.com and a@b.example.com';
    const written = comment('check', hostile, { head: ['a'], rows: [[[code(hostile)]]] });
    const [, summary = ''] = written.split('\n');

    expect(partOf(summary)).toEqual({ code: [hostile], other: '' });
    expect(rowsIn(written)).toEqual([[{ code: [hostile], other: '' }]]);
  });

  test.each([
    ['`', '`` ` ``'],
    ['a`b``c', '```a`b``c```'],
    ['`a', '`` `a ``'],
    ['a\n/close\n', '`a /close `'],
    [' ', ''],
  ])('has %j as the code %j', (data, shown) => {
    expect(code(data)).toBe(shown);
  });

  test('ends no cell by a bar in a text, also after a backslash', () => {
    const written = comment('check', 's', {
      head: ['a', 'b'],
      rows: [[[code('x|@a')], [code('y\\|@b\\')]]],
    });

    expect(rowsIn(written)).toEqual([
      [
        { code: ['x|@a'], other: '' },
        { code: ['y\\ |@b\\'], other: '' },
      ],
    ]);
  });

  test('cuts a long row, and shows the later ones', () => {
    const long = [
      [code('first')],
      Array.from({ length: 1_000 }, (_, each) => code(`${each}`.repeat(90))),
    ];
    const rows = [
      long,
      ...Array.from({ length: 20 }, (_, each) => [[code(`row ${each}`)], [code('why')]]),
    ];
    const written = comment('check', 's', { head: ['a', 'b'], rows });
    const read = rowsIn(written);

    expect(written.length).toBeLessThan(65_536);
    expect(read).toHaveLength(21);
    expect(read[0]?.[0]?.code).toEqual(['first']);
    expect(read[0]?.[1]?.other).toMatch(/^(?:<br>)+and \d{3} more$/);
    expect(read.at(-1)?.[0]?.code).toEqual(['row 19']);
  });

  test('cuts a long text', () => {
    expect(code('x'.repeat(1_000_000))).toHaveLength(1_002);
  });
});

test('words of our rules are plain, and contain nothing that is Markdown; other words are code', () => {
  for (const { why, next } of Object.values(RULE_WORDS)) {
    for (const each of [why, next]) {
      expect(words(each)).toBe(each);
      expect(each).not.toMatch(/[`*_<>[\]@#|\\]|&\w*;|:\/\//);
    }
  }
  expect(words('Ask @acme.')).toBe('`Ask @acme.`');
});

test('a link has an address in which nothing ends it', () => {
  expect(link('in Unleash', 'https://u.example.com/a(b)|`<c> é&copy;\\')).toBe(
    '[in Unleash](https://u.example.com/a%28b%29%7c%60%3cc%3e%20%C3%A9&amp;copy;%5c)',
  );
});
