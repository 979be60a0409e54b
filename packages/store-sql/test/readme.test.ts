import { expect, test } from 'vitest';
import { textsAt } from '../../../tools/texts-at.ts';

const FILES = textsAt(import.meta, '../README.md', './first-use.example.ts');

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme = '', './first-use.example.ts': example } = FILES;
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual([example]);
});
