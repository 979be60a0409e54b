/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { countScheduled } from './first-use.example.ts';

// Vite reads the files, so that this test needs no I/O.
const { '../README.md': README = '', ...EXAMPLES } = import.meta.glob<string>(
  ['../README.md', './*.example.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('the README shows the code of the example', () => {
  const blocks = [...README.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(EXAMPLES));
});

test('the example counts only scheduled change requests', () => {
  const applied = { id: 1, project: 'shop', state: 'Applied' };
  const schedule = { status: 'pending', scheduledAt: '2027-01-01T00:00:00Z' };
  const scheduled = { ...applied, id: 2, state: 'Scheduled', environment: 'production', schedule };

  expect(countScheduled([applied, scheduled])).toBe(1);
});
