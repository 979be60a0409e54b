import { expect, test } from 'vitest';
import { createAdminApi } from '../src/index.ts';
import { isBasePath } from '../src/routes/admin-routes.ts';
import { createAdminWorld } from './admin-world.ts';

test.each(['', '/flags', '/a/b', '/A-b_c.d~e/1'])('"%s" is a base path', (text) => {
  expect(isBasePath(text)).toBe(true);
});

test.each([
  '/',
  '//',
  'flags',
  '/flags/',
  '//flags',
  '/a//b',
  '/a b',
  '/a\n',
  '/ä',
  '/a%20b',
  '/a?b',
  '/a#b',
  '/:a',
  '/*a',
  '/{a}',
  '/(a)',
  '/[a]',
  '/..',
  '/a/./b',
  '/a+',
  '/a!',
  '/a\\b',
  'http://forewarn.example/flags',
])('"%s" is none', (text) => {
  expect(isBasePath(text)).toBe(false);
});

test('an API with another text throws', async () => {
  const { useCases } = await createAdminWorld();

  expect(() => createAdminApi(useCases, { basePath: '/flags/' })).toThrow(
    'basePath is "/flags/": expected "" or a path like "/flags"',
  );
});
