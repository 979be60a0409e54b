import { expect, test } from 'vitest';
import { describedDocument } from '../../../tools/described-use-cases.ts';
import { OPERATIONS } from '../src/index.ts';
import { textsAt } from '../../../tools/texts-at.ts';

const sources = textsAt(import.meta, '../src/**/*.ts');

test('the operations are those of the OpenAPI document, without the calendars', () => {
  const { paths } = describedDocument();
  const described = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => [
      (operation as { readonly operationId: string }).operationId,
      [method.toUpperCase(), path],
    ]),
  );

  const served = Object.entries(OPERATIONS).map(([id, [method, path]]) => [id, [method, path]]);
  expect(Object.fromEntries(served)).toEqual(
    Object.fromEntries(described.filter(([id]) => !/calendar/i.test(String(id)))),
  );
});

test('the client imports only its own files, and types', () => {
  const imported = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^(?:import|export) (?!type )[^;']*from '(?<path>[^']+)';/gm)].map(
      ({ groups }) => groups?.['path'],
    ),
  );

  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((path) => path?.startsWith('.') !== true)).toEqual([]);
});
