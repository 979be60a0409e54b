/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { generateClient } from '../../../tools/generate-client.ts';

// Vite reads the files, so that this test needs no I/O.
const { '../src/api.ts': written, ...others } = import.meta.glob<string>('../src/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the types match the OpenAPI document (run "npm run generate")', async () => {
  expect(written).toBe(await generateClient());
});

test('the client imports only its own files', () => {
  const imported = Object.values(others).flatMap((source) =>
    [...source.matchAll(/(?:from|import\() ?'(?<path>[^']+)'/g)].map(
      ({ groups }) => groups?.['path'],
    ),
  );

  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((path) => !path?.startsWith('./'))).toEqual([]);
});
