import type { ScheduledChangeRequestSearch, Target } from '@forewarn/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

/** A statement as it goes to the driver. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

function spyOnStatements(): { take(): readonly Statement[] } {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  return {
    take: () => {
      const calls = query.mock.calls as unknown as readonly (readonly unknown[])[];
      const statements = calls.map(([first, values]) =>
        typeof first === 'string' ? { text: first, values } : first,
      ) as readonly Statement[];
      query.mockClear();
      return statements;
    },
  };
}

/** The store of a database of its own, whose every statement is seen. */
async function openSpiedStore() {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const statements = spyOnStatements();
  const settings = { connectionString: database.url };
  (await migratePostgres(settings))._unsafeUnwrap();
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  // Those that were registered last run first: the store closes before its database is dropped.
  onTestFinished(() => store.close());
  const record = async (project: string, id: number, names: readonly string[]): Promise<void> => {
    const features = names.map((name) => ({ name, changes: [{ action: 'archiveFeature' }] }));
    const where = { project, environment: 'production', title: names.join() };
    (
      await store.writer.put({ id, ...where, state: 'Scheduled', features, segments: [] }, 'a')
    )._unsafeUnwrap();
  };
  const register = async (id: string): Promise<void> => {
    (await store.projects.register({ id, name: id }, 'ann'))._unsafeUnwrap();
  };
  return { store, statements, record, register };
}

const feature = (name: string): Target => ({ kind: 'feature', name });

it('sends one statement for a lone search, whatever its outcome', async () => {
  const { store, statements, record, register } = await openSpiedStore();
  await register('shop');
  await record('shop', 1, ['checkout']);
  const search = async (projectId: string, name: string) => {
    statements.take();
    const result = await store.reader.search({
      projectId,
      anyOf: [feature(name)],
    });
    return [
      result.isOk() ? result.value.changeRequests.length : result.error.type,
      statements.take().length,
    ];
  };
  expect(await search('shop', 'checkout')).toEqual([1, 1]);
  expect(await search('shop', 'basket')).toEqual([0, 1]);
  expect(await search('office', 'checkout')).toEqual(['ProjectNotFound', 1]);
});

it('sends few statements for a hundred searches at once', async () => {
  const { store, statements, record, register } = await openSpiedStore();
  await register('shop');
  const names = Array.from({ length: 100 }, (_, no) => `feature-${no}`);
  await record('shop', 1, names.slice(0, 50));
  statements.take();
  const found = await Promise.all(
    names.map(
      async (name) =>
        (await store.reader.search({ projectId: 'shop', anyOf: [feature(name)] }))._unsafeUnwrap()
          .changeRequests,
    ),
  );
  expect(statements.take().length).toBeLessThanOrEqual(10);
  expect(found.map(({ length }) => length)).toEqual(names.map((_, no) => (no < 50 ? 1 : 0)));
});

it('names each statement that has parameters, one name for one text', async () => {
  const { store, statements, record, register } = await openSpiedStore();
  await register('shop');
  await record('shop', 1, ['checkout']);
  await record('shop', 1, ['checkout', 'basket']);
  await store.projects.list();
  await store.strategies.find('default');
  await store.strategies.delete('default', 'ann');
  await store.apiKeys.find('0'.repeat(64));
  for (const name of ['checkout', 'basket']) {
    await store.reader.search({ projectId: 'shop', anyOf: [feature(name)] });
  }
  const withParameters = statements.take().filter(({ values = [] }) => values.length > 0);
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
  'checkout',
  'Checkout',
  `it's`,
  '"quoted"',
  String.raw`back\slash`,
  String.raw`\u0041`,
  'A',
  '{"kind":0}',
  '[1,2]',
  'null',
  '%',
  '_',
  '$1',
  '\u00e9',
  'e\u0301',
  '🎏',
  '\u2028',
  ' ',
];

it('returns the same for batched searches as for each alone', async () => {
  const { store, statements, record, register } = await openSpiedStore();
  for (const [shift, project] of PROJECTS.entries()) {
    await register(project);
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
      ...NAMES.map((name) => ({ projectId, anyOf: [feature(name)] })),
    ],
  );
  const search = async (asked: ScheduledChangeRequestSearch) => {
    const result = await store.reader.search(asked);
    return result.isOk() ? result.value.changeRequests : result.error;
  };
  const alone: (typeof joined)[number][] = [];
  statements.take();
  const joined = await Promise.all(searches.map(search));
  expect(statements.take().length).toBeLessThanOrEqual(10);
  for (const asked of searches) alone.push(await search(asked));
  expect(statements.take()).toHaveLength(searches.length);
  expect(joined).toEqual(alone);

  const expected = searches.map(({ projectId, anyOf }) => {
    const shift = PROJECTS.indexOf(projectId);
    if (shift === -1) return { type: 'ProjectNotFound', projectId };
    const asked = new Set(anyOf.map((target) => (target.kind === 'feature' ? target.name : '')));
    return NAMES.flatMap((name, no) => {
      const touched = [name, ...NAMES.slice(no + 1, no + 2)];
      if (no % PROJECTS.length === shift || !touched.some((each) => asked.has(each))) return [];
      return { id: no + 1, environment: 'production', title: touched.join() };
    });
  });
  expect(joined).toEqual(expected);
});
