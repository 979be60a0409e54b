/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { breaksBasket, breaksStrategy } from './matches-any.example.ts';
import { search } from './own-ports.example.ts';

// Vite reads the files as it reads modules, so that this stays in the tier without I/O.
const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const USE_CASES = import.meta.glob<string>('../src/use-cases/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const textsIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, found = '']) => found).toSorted();

test('the code in the README is the examples, which are compiled and run', () => {
  const { '../README.md': readme, ...examples } = FILES;
  const blocks = [...(readme ?? '').matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
  expect(blocks).toHaveLength(2);
});

test('the README lists each use case, with the permissions that it asks for', () => {
  const rows = (FILES['../README.md'] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- `make'))
    .map((line) => textsIn(line, /`(\w+)`/g));
  const { '../src/use-cases/make-use-cases.ts': _all, ...useCases } = USE_CASES;
  const factories = Object.values(useCases)
    .map((source) => [
      ...new Set(textsIn(source, /'([A-Z]+(?:_[A-Z]+)*)'/g)),
      ...textsIn(source, /^export function (make\w+)/gm),
    ])
    .filter((texts) => texts.length > 0);

  expect(factories).toHaveLength(15);
  expect(rows.map(String).toSorted()).toEqual(factories.map(String).toSorted());
});

test('the example of the rule returns what its comments say', () => {
  expect(breaksStrategy).toBe(true);
  expect(breaksBasket).toBe(false);
});

test('the example with its own ports returns and refuses what the README says', async () => {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const question = { credentials: 'secret', projectId: 'default', anyOf };
  const found = await search(question);
  const nothingAsked = await search({ ...question, anyOf: [] });
  const stranger = await search({ ...question, credentials: 'guess' });
  const elsewhere = await search({ ...question, projectId: 'nowhere' });

  expect(found.isOk() && found.value).toEqual([{ id: 42, environment: 'production' }]);
  expect(nothingAsked.isOk() && nothingAsked.value).toEqual([]);
  expect(stranger.isErr() && stranger.error).toEqual({ type: 'AuthenticationRequired' });
  expect(elsewhere.isErr() && elsewhere.error).toEqual({
    type: 'ProjectNotFound',
    projectId: 'nowhere',
  });
});
