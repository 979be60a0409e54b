/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import type { AdminError } from '../src/admin-error.ts';
import { errorAnswer } from '../src/error-responses.ts';
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

test('the table in the README has each error, as it is answered', () => {
  const rows = README.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  const expected = Object.values<{ readonly error: AdminError }>(ERROR_SAMPLES).map(({ error }) => {
    const { status, headers, body } = errorAnswer(error);
    const names = Object.keys(headers).map((name) => `\`${name}\``);
    return [`\`${error.type}\``, String(status), `\`${body.name}\``, names.join(', ')];
  });
  expect(rows).toEqual(expected);
});
