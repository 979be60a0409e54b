import { openApiDocument } from '@forewarn/http';
import { expect, test } from 'vitest';
import { describedUseCases, FOLLOWING_CAPABILITIES } from '../../../tools/described-use-cases.ts';
import { OPERATIONS } from '../src/index.ts';
import { textsAt } from '../../../tools/texts-at.ts';

const sources = textsAt(import.meta, '../src/**/*.ts');

test('the operations are those of the OpenAPI document, without the calendars', () => {
  const { paths } = openApiDocument(describedUseCases, { capabilities: FOLLOWING_CAPABILITIES });
  const described = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => [
      (operation as { readonly operationId: string }).operationId,
      [method.toUpperCase(), path],
    ]),
  );

  expect(OPERATIONS).toEqual(
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
