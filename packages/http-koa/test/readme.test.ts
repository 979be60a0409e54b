/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { adminRoutes } from '../src/routes/admin-routes.ts';
import { createAdminWorld } from './admin-world.ts';

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
  expect(blocks).toHaveLength(3);
});

test('the README lists each route with its use case', async () => {
  const { everything } = await createAdminWorld();
  const rows = [...README.matchAll(/^- `(?<route>[A-Z]+ \/\S*)`: `(?<useCase>\w+)`$/gm)];

  const served = adminRoutes(everything).map(({ method, path }) => `${method} ${path}`);
  expect(rows.map(({ groups }) => groups?.['route'] ?? '').toSorted()).toEqual(served.toSorted());
  const named = new Set(rows.map(({ groups }) => groups?.['useCase'] ?? ''));
  expect([...named, 'admit'].toSorted()).toEqual(Object.keys(everything).toSorted());
});
