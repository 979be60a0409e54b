import { expect, test } from 'vitest';
import { textTable } from '../../src/impact/text-table.ts';

test('a table aligns columns by the width that characters have in a terminal', () => {
  const rows = [
    { id: '1', title: '日本', why: ['a', 'b'] },
    { id: '20', title: 'café', why: [] },
  ];

  expect(textTable(rows, [])).toBe(`\
id  title  why
1   日本   a
           b
20  café
`);
});
