import { expect, test } from 'vitest';
import { textsAt } from '../../../tools/texts-at.ts';

const SOURCES = textsAt(import.meta, '../src/**/*.ts');

/** Each layer may import those after it. */
const LAYERS = [
  'index.ts',
  'adapter.ts',
  'capability.ts',
  'admin-api.ts',
  'node-middleware.ts',
  'admin-handler.ts',
  'endpoints.ts',
  'openapi',
  'routes',
  'request',
  'errors',
  'response',
  'exchange.ts',
];

const layerOf = (url: URL): string => url.pathname.split('/')[2] ?? '';

const IMPORTS = Object.entries(SOURCES).flatMap(([path, text]) => {
  const file = new URL(path, 'file:///test/');
  return [...text.matchAll(/ from '(?<to>\.[^']+)';$/gm)].map(({ groups }) => ({
    file: file.pathname,
    from: layerOf(file),
    to: layerOf(new URL(groups?.['to'] ?? '', file)),
  }));
});

test('each source file is in a layer', () => {
  const layers = Object.keys(SOURCES).map((path) => layerOf(new URL(path, 'file:///test/')));

  expect([...new Set(layers)].filter((layer) => !LAYERS.includes(layer))).toEqual([]);
});

test('a layer imports only itself and the layers after it', () => {
  const upward = IMPORTS.filter(({ from, to }) => LAYERS.indexOf(to) < LAYERS.indexOf(from));

  expect(IMPORTS.length).toBeGreaterThan(50);
  expect(upward).toEqual([]);
});
