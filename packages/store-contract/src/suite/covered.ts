import assert from 'node:assert/strict';
import type { Coverage, Store } from '@forewarn/core';
import { PROJECT } from '../samples/change-request.ts';
import { stateOf } from './state-of.ts';
import { impact } from './store-calls.ts';
import { valueOf } from './value-of.ts';

/** The coverages that each way to read them returns for the project. */
export async function coveragesOf(
  store: Store,
  projectId = PROJECT,
): Promise<readonly (Coverage | undefined)[]> {
  const found = await impact(store, [projectId], []);
  const listed = await valueOf(
    store.reader.list({ projectIds: [projectId], limit: 1, maxBytes: 1 }),
  );
  const use = await valueOf(store.strategies.findUse('default'));
  const exported = await stateOf(store);
  return [
    (await valueOf(store.reader.search({ projectId, anyOf: [] }))).coverage,
    found.projects[0]?.coverage,
    listed.projects[0]?.coverage,
    use.projects.find((each) => each.projectId === projectId)?.coverage,
    (await valueOf(store.projects.list())).find(({ id }) => id === projectId)?.coverage,
    ...exported.flatMap((entry) =>
      entry.kind === 'project' && entry.project.id === projectId ? [entry.coverage] : [],
    ),
  ];
}

/** Asserts that each of them returns this one. */
export async function assertCovered(
  store: Store,
  coverage: Coverage,
  projectId = PROJECT,
): Promise<void> {
  const expected = Array.from({ length: 6 }, () => coverage);
  assert.deepEqual(await coveragesOf(store, projectId), expected, projectId);
}
