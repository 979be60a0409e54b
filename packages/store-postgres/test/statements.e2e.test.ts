import type { ScheduledChangeRequestSearch, SearchedTarget } from '@forewarn/core';
import { expect, it } from 'vitest';
import { changeRequest, openShop, searchFor, spyOnStatements } from './open-database.ts';

/** A store with a shop, whose every statement is seen. */
async function openSpied() {
  const { store } = await openShop();
  const { take } = spyOnStatements();
  const record = async (project: string, id: number, names: readonly string[]): Promise<void> => {
    const archiving = { ...changeRequest(id, names.join(), names), project };
    (await store.writer.put(archiving, 'ann'))._unsafeUnwrap();
  };
  return { store, take, record };
}

const feature = (name: string): SearchedTarget => ({ kind: 'feature', name });

it('sends one statement for a lone search, whatever its outcome', async () => {
  const { store, take, record } = await openSpied();
  await record('shop', 1, ['checkout']);
  const search = async (projectId: string, name: string) => {
    take();
    const result = await store.reader.search({ ...searchFor(name), projectId });
    return [result.isOk() ? result.value.changeRequests.length : result.error.type, take().length];
  };
  expect(await search('shop', 'checkout')).toEqual([1, 1]);
  expect(await search('shop', 'basket')).toEqual([0, 1]);
  expect(await search('office', 'checkout')).toEqual(['ProjectNotFound', 1]);
});

it('records a batch in few statements, however large it is', async () => {
  const { store, take } = await openSpied();
  const batch = Array.from({ length: 1_000 }, (_, id) => changeRequest(id, 'new'));

  const recorded = (await store.writer.putAll(batch, 'ann'))._unsafeUnwrap();

  expect(new Set(recorded)).toEqual(new Set(['created']));
  // Ten, and those of a new connection.
  expect(take().length).toBeLessThanOrEqual(20);
});

it('names each statement that has parameters, one name for one text', async () => {
  const { store, take, record } = await openSpied();
  await record('shop', 1, ['checkout']);
  await record('shop', 1, ['checkout', 'basket']);
  await store.projects.list();
  await store.strategies.find('default');
  await store.reader.impact({ asked: [{ target: feature('checkout') }], projectIds: ['shop'] });
  await store.strategies.delete('default', 'ann');
  for (const name of ['checkout', 'basket']) {
    await store.reader.search(searchFor(name));
  }
  const withParameters = take().filter(({ values = [] }) => values.length > 0);
  expect(withParameters.length).toBeGreaterThan(5);
  expect(withParameters.filter(({ name }) => name === undefined)).toEqual([]);
  const textOf = new Map(withParameters.map(({ name, text }) => [name, text]));
  expect(withParameters.map(({ name }) => textOf.get(name))).toEqual(
    withParameters.map(({ text }) => text),
  );
  expect(new Set(textOf.values()).size).toBe(textOf.size);
});

const PROJECTS = ['shop', `o'ffice "two"`, '日本\\n{"no":0}'];
const NAMES = [
  ...String.raw`checkout|Checkout|it's|"quoted"|back\slash|\u0041|A|{"kind":0}|[1,2]|null|%|_|$1`.split(
    '|',
  ),
  '\u00e9',
  'e\u0301',
  '🎏',
  '\u2028',
  ' ',
];

it('returns the same for batched searches as for each alone', async () => {
  const { store, take, record } = await openSpied();
  for (const [shift, project] of PROJECTS.entries()) {
    await store.projects.register({ id: project, name: project }, 'ann');
    for (const [no, name] of NAMES.entries()) {
      // Each project lacks other names, and each change request but the last touches two.
      if (no % PROJECTS.length === shift) continue;
      await record(project, no + 1, [name, ...NAMES.slice(no + 1, no + 2)]);
    }
  }
  const searches = [...PROJECTS, 'missing', `mis'sing"`].flatMap(
    (projectId): readonly ScheduledChangeRequestSearch[] => [
      { projectId, anyOf: [] },
      { projectId, anyOf: NAMES.map(feature) },
      { projectId, anyOf: [feature('checkout'), feature('checkout'), feature('absent')] },
      { projectId, anyOf: [{ kind: 'segment', id: 1 }] },
      ...NAMES.map((name) => ({ projectId, anyOf: [feature(name)] })),
    ],
  );
  const search = async (asked: ScheduledChangeRequestSearch) => {
    const result = await store.reader.search(asked);
    return result.isOk() ? result.value.changeRequests : result.error;
  };
  const alone: (typeof joined)[number][] = [];
  take();
  const joined = await Promise.all(searches.map(search));
  // Ten, and those of a new connection.
  expect(take().length).toBeLessThanOrEqual(20);
  for (const asked of searches) alone.push(await search(asked));
  expect(take()).toHaveLength(searches.length);
  expect(joined).toEqual(alone);
});
