import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/print.ts';
import { code, comment } from '../../src/report/comment.ts';
import { partOf, rowsIn } from './read-comment.ts';

const ACTIVE = ['`', '``', '|', '\\', '\\|', '@acme/security', '&#64;acme', '#7', '/close', '<b>'];
const data = fc.oneof(
  fc
    .array(fc.constantFrom(...ACTIVE, ' ', '\n', 'a'), { maxLength: 12 })
    .map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

test('all data in a comment is code, whatever it contains', () => {
  fc.assert(
    fc.property(data, data, (title, why) => {
      const written = comment('check', title, {
        head: ['a', 'b'],
        rows: [[[code(title)], [code(why), 'ours']]],
      });
      const [, summary = ''] = written.split('\n');
      const [row = []] = rowsIn(written);
      const shown = (text: string) => (text.trim() === '' ? [] : [plain(text)]);

      expect(partOf(summary).other).toBe('');
      expect(row.map(({ other }) => other)).toEqual(['', '<br>ours']);
      expect(row.map((cell) => cell.code.map(plain))).toEqual([
        shown(printable(title)),
        shown(printable(why)),
      ]);
    }),
    { numRuns: 2_000 },
  );
});

/** White space aside: some is put between a backslash and a bar, and some is not shown at the ends. */
const plain = (text: string): string => text.replaceAll(/\s/g, '');
