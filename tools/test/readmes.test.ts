import { expect, test } from 'vitest';
import { textsAt } from '../texts-at.ts';

const FILES = textsAt(
  import.meta,
  '../../packages/*/README.md',
  '../../packages/*/test/*.example.ts',
);

test.each([
  'cleanup',
  'client',
  'core',
  'forecast',
  'http',
  'http-koa',
  'impact',
  'notify',
  'operate',
  'pages-koa',
  'platform',
  'record',
  'store',
  'store-memory',
  'store-postgres',
  'store-sqlite',
  'unleash',
  'use-cases',
  'what-if',
  'wire',
])('the README of %s shows the code of its examples', (name) => {
  const own = Object.entries(FILES).filter(([path]) => path.includes(`/${name}/`));
  const [[, readme] = ['', ''], ...examples] = own;
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.length).toBeGreaterThan(0);
  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(examples.map(([, code]) => code));
});
