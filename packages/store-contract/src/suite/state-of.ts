import assert, { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import type {
  Coverage,
  Project,
  ScheduledChangeRequest,
  Store,
  StrategyDefinition,
} from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import type { ResultAsync } from 'neverthrow';
import { PROJECT } from '../samples/change-request.ts';
import { assertEvents } from './events-during.ts';
import { impact } from './store-calls.ts';
import { assertFails, valueOf } from './value-of.ts';

/** Returns the whole state of a store. */
export async function stateOf(store: Store): Promise<readonly StateEntry[]> {
  const entries: StateEntry[] = [];
  for await (const entry of store.transfer.export()) {
    if (entry.isErr()) {
      throw new AssertionError({ message: `the export failed: ${inspect(entry.error)}` });
    }
    entries.push(entry.value);
  }
  return entries;
}

export const projectsIn = (state: readonly StateEntry[]): readonly Project[] =>
  state.flatMap((entry) => (entry.kind === 'project' ? [entry.project] : []));

export const definitionsIn = (state: readonly StateEntry[]): readonly StrategyDefinition[] =>
  state.flatMap((entry) => (entry.kind === 'strategy' ? [entry.definition] : []));

export const changeRequestsIn = (state: readonly StateEntry[]): readonly ScheduledChangeRequest[] =>
  state.flatMap((entry) => (entry.kind === 'scheduled' ? [entry.changeRequest] : []));

/** Returns the ids of items. */
export const idsOf = (items: readonly { readonly id: number }[]): readonly number[] =>
  items.map(({ id }) => id);

/** Asserts that two lists are equal. It reports the first difference: to print that of two long lists takes minutes. */
export function assertSameList(actual: readonly unknown[], expected: readonly unknown[]): void {
  const index = actual.findIndex((each, at) => !isDeepStrictEqual(each, expected[at]));
  assert.deepEqual(actual[index], expected[index]);
  assert.equal(actual.length, expected.length, 'the number of entries');
}

/** Asserts that an action changes nothing that is exported, and records no event. */
export async function assertNothingChanges(
  store: Store,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = await stateOf(store);
  await assertEvents(store, act, []);
  assertSameList(await stateOf(store), before);
}

/** Asserts that the call with each input returns its error, changes nothing and records no event. */
export const assertRefused = <T>(
  store: Store,
  inputs: readonly T[],
  attempt: (input: T) => readonly [call: ResultAsync<unknown, unknown>, error: unknown],
): Promise<void> =>
  assertNothingChanges(store, async () => {
    for (const input of inputs) await assertFails(...attempt(input));
  });

/** Asserts that each of several looks at a number of items saw all of them or none. */
export function assertAllOrNone(seen: readonly number[], all: number): void {
  for (const count of seen) assert.ok(count === 0 || count === all, `${count} of ${all}`);
}

/** The coverages that each way to read them returns for the project. */
async function coveragesOf(
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
