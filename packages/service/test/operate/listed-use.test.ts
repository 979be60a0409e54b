import { describe, expect, test } from 'vitest';
import type { FeatureUse } from '@forewarn/record';
import { ListedProjects, readFiles } from '../../src/operate/read-files.ts';

const problems: string[] = [];
const REPORT = {
  problem: (_file: string, { path, what }: { readonly path: string; readonly what: string }) =>
    void problems.push(`${path}: ${what}`),
  warning: () => {},
  progress: () => {},
};

/** How the features of `shop` are used by files with these documents. */
const useIn = async (...documents: readonly object[]): Promise<readonly FeatureUse[] | undefined> =>
  (await listedIn(documents)).use.of('shop');

async function listedIn(documents: readonly object[]): Promise<ListedProjects> {
  const listed = new ListedProjects();
  async function* open(file: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(documents[Number(file)]));
  }
  const files = documents.map((_document, index) => String(index));
  for await (const entry of readFiles(files, REPORT, open, listed)) entry._unsafeUnwrap();
  return listed;
}

const shop = { project: 'shop', type: 'release' };
const SEEN = '2026-11-20T10:00:00.000Z';

/** As `POST /features-batch/export` responds. */
const EXPORT = {
  features: [
    { ...shop, name: 'sale', stale: true, archived: false },
    {
      ...shop,
      name: 'child',
      stale: true,
      archived: false,
      lastSeenAt: '2020-01-01T00:00:00.000Z',
    },
    { ...shop, name: 'gone', stale: true, archived: true },
    { project: 'office', name: 'desk', stale: true, archived: false },
  ],
  dependencies: [{ feature: 'child', dependencies: [{ feature: 'sale', enabled: true }] }],
};

/** As `GET /search/features` responds. */
const SEARCH = {
  features: [
    {
      ...shop,
      name: 'sale',
      stale: true,
      archivedAt: null,
      lifecycle: { stage: 'completed', enteredStageAt: SEEN },
      environments: [{ lastSeenAt: null }, { lastSeenAt: SEEN }],
      dependencyType: 'parent',
    },
    {
      ...shop,
      name: 'child',
      stale: true,
      environments: [{ lastSeenAt: null }],
      dependencyType: null,
    },
  ],
  total: 2,
};

const SALE = { name: 'sale', isStale: true, children: ['child'], parents: [] };
const CHILD = { name: 'child', isStale: true, children: [], parents: ['sale'] };

describe('how features are used, by the files of an import', () => {
  test('an export says what is stale, and what depends on what, but not when it was last seen', async () => {
    expect(await useIn(EXPORT)).toEqual([SALE, CHILD]);
  });

  test('a search says more of when it was last seen, and less of what depends on it', async () => {
    const seen = { stage: 'completed', lastSeenAt: SEEN };

    expect(await useIn(SEARCH)).toEqual([
      { name: 'sale', isStale: true, ...seen },
      { ...CHILD, parents: [], lastSeenAt: null },
    ]);
    expect(await useIn(SEARCH, EXPORT)).toEqual([
      { ...SALE, ...seen },
      { ...CHILD, lastSeenAt: null },
    ]);
  });

  test.each([
    ['a list of dependencies', { features: EXPORT.features.slice(0, 1) }],
    ['a valid type', { features: [{ ...EXPORT.features[0], dependencyType: 7, environments: 1 }] }],
  ])('knows nothing that is not said: without %s', async (_what, document) => {
    expect(await useIn(document)).toEqual([{ name: 'sale', isStale: true }]);
  });

  test('a search says which feature has no strategies, and one read of its own of which definitions they are', async () => {
    const [of = {}] = SEARCH.features;
    const definitionsIn = async (...environments: readonly object[]) =>
      (await useIn({ features: [{ ...of, environments }] }))?.[0]?.definitions;
    const strategies = [{ name: 'gradual' }, { name: 'gradual' }];

    expect(await definitionsIn({ hasStrategies: false })).toEqual([]);
    expect(await definitionsIn({ hasStrategies: false }, { hasStrategies: true })).toBeUndefined();
    expect(await definitionsIn({ strategies }, { strategies: [] })).toEqual(['gradual']);
  });

  test.each([
    ['says nothing', {}],
    ['says what is no time', { lastSeenAt: 'yesterday' }],
  ])('when a feature was last seen is not known if an environment %s', async (_what, of) => {
    const environments = [{ lastSeenAt: SEEN }, of];
    const [use] = (await useIn({ features: [{ ...SEARCH.features[0], environments }] })) ?? [];

    expect(use?.name).toBe('sale');
    expect(use?.lastSeenAt).toBeUndefined();
  });

  test('a feature has the children that another file lists', async () => {
    const [sale, child] = EXPORT.features;
    const parts = [
      { features: [sale], dependencies: [] },
      { features: [child], dependencies: EXPORT.dependencies },
    ];

    expect(await useIn(...parts)).toEqual([SALE, CHILD]);
    expect(await useIn(...parts.toReversed())).toEqual([CHILD, SALE]);
    // What it says itself is newer.
    const freed = { features: [{ ...SEARCH.features[0], dependencyType: null }] };
    const both = { features: [...freed.features, SEARCH.features[1] ?? {}] };
    expect((await useIn(...parts, freed))?.[0]?.children).toEqual(['child']);
    expect((await useIn(...parts, both))?.map(({ children }) => children)).toEqual([[], []]);
  });

  test('is not known if one does not say whether it is stale', async () => {
    expect(await useIn({ features: [...EXPORT.features, { ...shop, name: 'x' }] })).toBeUndefined();
    expect(await useIn({ features: [] })).toBeUndefined();
  });
});

test('the names of features are without those of archived ones', async () => {
  const { features } = await listedIn([
    EXPORT,
    { features: [{ ...shop, name: 'old', archivedAt: SEEN }] },
    { features: [{ project: 'attic', name: 'older', archived: true }] },
  ]);

  expect([...features]).toEqual([
    ['shop', ['sale', 'child']],
    ['office', ['desk']],
    ['attic', []],
  ]);
});
