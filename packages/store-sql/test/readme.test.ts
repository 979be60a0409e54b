/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

const FILES = import.meta.glob<string>(['../README.md', './first-use.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme = '', './first-use.example.ts': example } = FILES;
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual([example]);
});
