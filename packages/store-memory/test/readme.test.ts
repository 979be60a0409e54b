/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { search } from './readme.example.ts';

// Vite reads the files, so that this test needs no I/O.
const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the README shows the code of the example', () => {
  const { '../README.md': readme, ...examples } = FILES;
  const blocks = [...(readme ?? '').matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks).toHaveLength(1);
  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
});

test('the example finds the recorded change request', async () => {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = await search({ credentials: 'any', projectId: 'shop', anyOf });

  expect(found.isOk() && found.value.changeRequests).toEqual([
    { id: 42, environment: 'production' },
  ]);
});
