import { expect, test } from 'vitest';
import { csvText } from '../page/parts/csv-text.ts';

test('each cell is in quotes, and those within are doubled', () => {
  expect(
    csvText([
      ['When', 'Say "hi", all'],
      ['', 'two\nlines'],
    ]),
  ).toBe('\u{FEFF}"When","Say ""hi"", all"\r\n"","two\nlines"\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\rx', '\nx', '  =1', '＝1', '＠x'])(
  'a cell that a spreadsheet would run begins with an apostrophe: %j',
  (text) => {
    expect(csvText([[text]])).toBe(`\u{FEFF}"'${text}"\r\n`);
  },
);

test.each(['a=b', '2026-11-25', "'quoted", 'Änderung – neu', ' x'])('others stay: %j', (text) => {
  expect(csvText([[text]])).toBe(`\u{FEFF}"${text}"\r\n`);
});
