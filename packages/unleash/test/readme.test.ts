/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite reads the files, so that this test needs no I/O.
const { '../README.md': README = '', ...EXAMPLES } = import.meta.glob<string>(
  ['../README.md', './*.example.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('the README shows the code of the example', () => {
  const blocks = [...README.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(EXAMPLES));
});
