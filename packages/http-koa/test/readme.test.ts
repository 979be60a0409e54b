/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import type { AdminError } from '../src/errors/admin-error.ts';
import { adminRoutes } from '../src/routes/admin-routes.ts';
import { errorResponse } from '../src/errors/error-responses.ts';
import { createAdminWorld } from './admin-world.ts';
import { ERROR_SAMPLES } from './error-samples.ts';

// Vite reads the files as it reads modules, so that this stays in the tier without I/O.
const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const { '../README.md': README = '', ...EXAMPLES } = FILES;

test('the code in the README is the examples, which are compiled and run', () => {
  const blocks = [...README.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(EXAMPLES));
  expect(blocks).toHaveLength(4);
});

const ROWS = README.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('the table in the README has each route, and each use case', async () => {
  const { everything } = await createAdminWorld();
  const rows = ROWS.filter(([, path = '']) => path.startsWith('`/'));

  const served = adminRoutes(everything).map(({ method, path }) => [
    `\`${method}\``,
    `\`${path}\``,
  ]);
  expect(rows.map((row) => row.slice(0, 2).join(' ')).toSorted()).toEqual(
    served.map((route) => route.join(' ')).toSorted(),
  );
  const named = new Set(rows.map(([, , useCase = '']) => useCase.slice(1, -1)));
  expect([...named, 'admit'].toSorted()).toEqual(Object.keys(everything).toSorted());
});

test('the table in the README has each error, as it is answered', () => {
  const rows = ROWS.filter(([, status = '']) => /^\d+$/.test(status));

  const expected = Object.values<{ readonly error: AdminError }>(ERROR_SAMPLES).map(({ error }) => {
    const { status, headers, body } = errorResponse(error);
    const names = Object.keys(headers).map((name) => `\`${name}\``);
    return [`\`${error.type}\``, String(status), `\`${body.name}\``, names.join(', ')];
  });
  expect(rows).toEqual(expected);
});
