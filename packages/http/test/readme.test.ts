/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite loads the files, so that this test stays in the tier without I/O.
const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const { '../README.md': README = '', ...EXAMPLES } = FILES;

test('the code in the README is the examples, which are compiled and run', () => {
  const blocks = [...README.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(EXAMPLES));
  expect(blocks).toHaveLength(2);
});
