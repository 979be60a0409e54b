import type { FeatureUse, ProjectFeatureUse } from '@forewarn/record';
import { expect, test } from 'vitest';
import { makeGetCleanup } from '../src/cleanups.ts';
import { cleanupWorld, staleFeature } from './cleanup-world.ts';

const WEEK_MS = 7 * 86_400_000;

/** What is planned of the only definition, by how the features of projects are used, and what release plans use. */
async function plannedBy(
  uses: Readonly<Record<string, readonly FeatureUse[]>>,
  plans: Pick<ProjectFeatureUse, 'plannedDefinitions'> = { plannedDefinitions: [] },
  credentials = 'shop bank',
) {
  const ports = await cleanupWorld([], uses, plans);
  const command = { credentials, quietMs: WEEK_MS, limit: 1 };
  return (await makeGetCleanup(ports)(command))._unsafeUnwrap().candidates;
}

const verdictBy = async (...given: Parameters<typeof plannedBy>) =>
  (await plannedBy(...given)).map(({ target, verdict, reasons }) => [
    target.name,
    verdict,
    ...reasons,
  ]);

test.each<[string, Partial<FeatureUse>, Partial<FeatureUse>, readonly string[]]>([
  ['is not used', { definitions: [] }, { definitions: ['default'] }, ['now']],
  ['is used', { definitions: [] }, { definitions: ['gradual'] }, ['blocked', 'used']],
  ['is used, and more is not known', {}, { definitions: ['gradual'] }, ['blocked', 'used']],
  ['is not known to be used', {}, { definitions: [] }, ['unknown', 'use-unread']],
])('a definition that %s', async (_, sale, vault, verdict) => {
  expect(
    await verdictBy({ shop: [staleFeature('sale', sale)], bank: [staleFeature('vault', vault)] }),
  ).toEqual([['gradual', ...verdict]]);
});

test('the use of a definition is unknown if a project was never read', async () => {
  expect(await verdictBy({ shop: [staleFeature('sale', { definitions: [] })] })).toEqual([
    ['gradual', 'unknown', 'use-unread'],
  ]);
});

test('the use of a definition is unknown if that of release plans is', async () => {
  const sale = staleFeature('sale', { definitions: [] });
  expect(await verdictBy({ shop: [sale], bank: [] }, {})).toEqual([
    ['gradual', 'unknown', 'release-plans-unread'],
  ]);
  const used = { ...sale, definitions: ['gradual'] };
  expect(await verdictBy({ shop: [used], bank: [] }, {})).toEqual([['gradual', 'blocked', 'used']]);
});

test('a definition is used that a release plan uses', async () => {
  const planned = { plannedDefinitions: ['gradual'] };
  expect(await verdictBy({ shop: [], bank: [] }, planned)).toEqual([
    ['gradual', 'blocked', 'used'],
  ]);
});

test('a definition is unknown to a caller who may not read every project', async () => {
  const uses = { shop: [], bank: [staleFeature('vault', { definitions: ['gradual'] })] };

  expect(await verdictBy(uses, undefined, 'shop')).toEqual([
    ['gradual', 'unknown', 'unreadable-projects'],
  ]);
});

const using = Array.from({ length: 45 }, (_each, at) =>
  staleFeature(`f${at}`, { definitions: ['default', 'gradual'] }),
);

test.each<[string, Parameters<typeof plannedBy>, object]>([
  ['all', [{ shop: [], bank: using.slice(0, 2) }], { features: ['f0', 'f1'], count: 2 }],
  ['none', [{ shop: [], bank: [] }], { features: [], count: 0 }],
  ['many', [{ shop: [], bank: using }], { count: 45 }],
  ['some', [{ bank: using.slice(0, 1) }], { features: ['f0'], count: 1, isWhole: false }],
  ['not those of release plans', [{ shop: [], bank: [] }, {}], { count: 0, isWhole: false }],
  ['not hidden ones', [{ shop: [], bank: using }, undefined, 'shop'], { count: 0, isWhole: false }],
])('it tells which features use a definition: %s', async (_, given, expected) => {
  const [gradual] = await plannedBy(...given);
  expect(gradual?.usedBy).toMatchObject({ isWhole: true, ...expected });
  // The first 20, in the order of their bytes.
  const listed = using.slice(0, gradual?.usedBy?.count).map(({ name }) => name);
  expect(gradual?.usedBy?.features).toEqual(listed.toSorted().slice(0, 20));
});
