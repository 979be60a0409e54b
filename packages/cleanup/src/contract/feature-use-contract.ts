import assert from 'node:assert/strict';
import type { ProjectFeatureUse } from '@forewarn/record';
import {
  BY,
  byBytes,
  type Calls,
  check,
  closedCase,
  contractOf,
  INHERITED_NAMES,
  outageCase,
  PROJECT,
  registerProjects,
  repeat,
  signalCases,
  UNORDERED_NAMES,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { Store } from '@forewarn/store';
import type { CleanupStore } from '../cleanups.ts';

/** The ports that `cleanupContracts` need: those of a store, and how features are used. */
export type CleanupPorts = Store & CleanupStore;

/** How the feature `a` of a project is used. */
const useOf = (projectId: string, given: Partial<ProjectFeatureUse> = {}): ProjectFeatureUse => ({
  projectId,
  asOf: '2026-11-21T10:42:07.000Z',
  features: [{ name: 'a', isStale: true }],
  ...given,
});

/** The calls of `featureUse`. */
export const FEATURE_USE_CALLS: Calls<CleanupPorts> = {
  'featureUse.replace': ({ featureUse }, options) => featureUse.replace(useOf(PROJECT), options),
  'featureUse.find': ({ featureUse }, options) => featureUse.find([PROJECT], options),
};

const EVERY_CALL = {
  calls: FEATURE_USE_CALLS,
  fill: (store: CleanupPorts) => registerProjects(store, PROJECT),
};

const found = ({ featureUse }: CleanupPorts, ...ids: readonly string[]) =>
  valueOf(featureUse.find(ids.length === 0 ? [PROJECT] : ids));

const replace = async (store: CleanupPorts, ...uses: readonly ProjectFeatureUse[]) => {
  for (const use of uses) await valueOf(store.featureUse.replace(use));
};

/** The promises of how features are used. */
export const featureUseContract = contractOf<CleanupPorts>('FeatureUseRepository', {
  'finds what was stored, as it was stored': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const features = [
      { name: 'a', isStale: false, stage: 'completed', lastSeenAt: null, children: ['b', 'c'] },
      {
        name: 'b',
        isStale: true,
        lastSeenAt: '2026-11-20T10:00:00.123Z',
        parents: ['a'],
        definitions: ['gradual', 'ä"'],
      },
      ...[...INHERITED_NAMES, 'ä\u2028"\\'].map((name) => ({ name, isStale: true })),
    ];
    for (const plans of [
      { plannedDefinitions: ['gradual', 'ä"'] },
      { plannedDefinitions: [] },
      {},
    ]) {
      const use = useOf(PROJECT, { features, ...plans });
      await replace(store, use);
      assert.deepEqual(await found(store), [use]);
    }
  },
  'finds nothing of a project of which nothing was stored, or that does not exist': async ({
    store,
  }) => {
    await registerProjects(store, PROJECT, 'other');
    await replace(store, useOf('other'));
    assert.deepEqual(await found(store), []);
    assert.deepEqual(await found(store, 'Other', 'other ', '%', ...INHERITED_NAMES), []);
    assert.deepEqual(await valueOf(store.featureUse.find([])), []);
  },
  'finds that of several projects in byte order': async ({ store }) => {
    await registerProjects(store, ...UNORDERED_NAMES);
    await replace(store, ...UNORDERED_NAMES.map((id) => useOf(id)));
    const ids = (await found(store, ...UNORDERED_NAMES)).map(({ projectId }) => projectId);
    assert.deepEqual(ids, [...UNORDERED_NAMES].toSorted(byBytes));
  },
  'replaces all features of the project, and of no other one': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    const [first, second] = [useOf(PROJECT), useOf(PROJECT, { features: [] })];
    await replace(store, first, useOf('other'), second);
    const inOrder = [second, useOf('other')].toSorted((a, b) => byBytes(a.projectId, b.projectId));
    assert.deepEqual(await found(store, PROJECT, 'other'), inOrder);
  },
  'ignores what is older, and takes what is of the same time': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const newer = useOf(PROJECT);
    const older = useOf(PROJECT, { asOf: '2026-11-21T11:42:06.999+01:00', features: [] });
    const same = useOf(PROJECT, { features: [] });
    await replace(store, newer, older);
    assert.deepEqual(await found(store), [newer]);
    await replace(store, same);
    assert.deepEqual(await found(store), [same]);
  },
  'replaces what is of the future, by a wrong clock': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await replace(store, useOf(PROJECT, { asOf: '2100-01-01T00:00:00.000Z' }), useOf(PROJECT));
    assert.deepEqual(await found(store), [useOf(PROJECT)]);
  },
  'returns ProjectNotFound for an unknown project, and stores nothing': async ({ store }) => {
    await check.fails(store.featureUse.replace(useOf(PROJECT)), {
      type: 'ProjectNotFound',
      projectId: PROJECT,
    });
    await registerProjects(store, PROJECT);
    assert.deepEqual(await found(store), []);
  },
  'is gone with its project, also for a later one with its id': async ({ store }) => {
    await repeat(2, async () => {
      await registerProjects(store, PROJECT);
      assert.deepEqual(await found(store), []);
      await replace(store, useOf(PROJECT));
      await valueOf(store.projects.delete(PROJECT, BY));
      assert.deepEqual(await found(store), []);
    });
  },
  'returns what is the own of the caller': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const given = useOf(PROJECT);
    await replace(store, given);
    (given.features as unknown[]).length = 0;
    for (const use of await found(store)) (use.features as unknown[]).length = 0;
    assert.deepEqual(await found(store), [useOf(PROJECT)]);
  },
  'is not exported, and records no event': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await check.nothingChanges(store, () => replace(store, useOf(PROJECT)));
  },
  ...closedCase(EVERY_CALL),
  ...outageCase(EVERY_CALL, (store) => found(store)),
  ...signalCases(EVERY_CALL, (store) => found(store)),
});
