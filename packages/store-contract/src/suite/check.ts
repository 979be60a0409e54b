import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Coverage, PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { PROJECT } from '../samples/change-request.ts';
import { eventsDuring, type EventWithoutStamp } from './events-during.ts';
import { overwriteDeeply } from './overwriting.ts';
import { impact } from './searches.ts';
import { stateOf } from './state-of.ts';
import { errorOf, valueOf } from './value-of.ts';

/** Asserts that exactly one of several concurrent calls succeeds and all others return this error. */
export async function oneSucceeds<T, E>(
  calls: readonly PortResult<T, E>[],
  error: E,
): Promise<void> {
  const results = await Promise.all(calls);
  const errors = results.flatMap((result) => (result.isErr() ? [result.error] : []));
  assert.equal(errors.length, calls.length - 1, 'exactly one call succeeds');
  for (const each of errors) assert.deepEqual(each, error);
}

export async function fails(call: PortResult<unknown, unknown>, error: unknown): Promise<void> {
  assert.deepEqual(await errorOf(call), error);
}

/** Asserts that two lists are equal. It reports the first difference: to print that of two long lists takes minutes. */
export function sameList(actual: readonly unknown[], expected: readonly unknown[]): void {
  const index = actual.findIndex((each, at) => !isDeepStrictEqual(each, expected[at]));
  assert.deepEqual(actual[index], expected[index]);
  assert.equal(actual.length, expected.length, 'the number of entries');
}

/** Asserts that an action changes nothing that is exported, and records no event. */
export async function nothingChanges(store: Store, act: () => Promise<unknown>): Promise<void> {
  const before = await stateOf(store);
  await events(store, act, []);
  sameList(await stateOf(store), before);
}

/** Asserts that the call with each input returns its error, changes nothing and records no event. */
export const refused = <T>(
  store: Store,
  inputs: readonly T[],
  attempt: (input: T) => readonly [call: PortResult<unknown, unknown>, error: unknown],
): Promise<void> =>
  nothingChanges(store, async () => {
    for (const input of inputs) await fails(...attempt(input));
  });

/** Asserts that each of several looks at a number of items saw all of them or none. */
export function allOrNone(seen: readonly number[], all: number): void {
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
export async function covered(
  store: Store,
  coverage: Coverage,
  projectId = PROJECT,
): Promise<void> {
  const expected = Array.from({ length: 6 }, () => coverage);
  assert.deepEqual(await coveragesOf(store, projectId), expected, projectId);
}

/** Asserts that an action records exactly these events, the oldest first. */
export async function events(
  store: Parameters<typeof eventsDuring>[0],
  act: () => Promise<unknown>,
  expected: readonly EventWithoutStamp[],
): Promise<void> {
  assert.deepEqual(await eventsDuring(store, act), expected);
}

/** Asserts that the `preData` of each event is the `data` of the one before it, and of the first `standing`. */
export function chained(recorded: readonly EventWithoutStamp[], standing: unknown = null): void {
  let left = standing;
  for (const { preData, data } of recorded) {
    assert.deepEqual(preData, left);
    left = data;
  }
}

/**
 * Does the same for the events of each change request of one project. Returns the `data` of the last event of each id.
 */
export function chainedById(
  recorded: readonly EventWithoutStamp[],
): readonly EventWithoutStamp['data'][] {
  const ofIds = Map.groupBy(recorded, ({ data, preData }) => {
    const changeRequest = data ?? preData;
    return changeRequest !== null && 'id' in changeRequest ? Number(changeRequest.id) : undefined;
  });
  for (const ofId of ofIds.values()) chained(ofId);
  return [...ofIds.keys()]
    .toSorted((a = -1, b = -1) => a - b)
    .flatMap((id) => ofIds.get(id)?.at(-1)?.data ?? []);
}

/** Asserts that mutating what a read returns changes nothing in the store. */
export async function returnsCopies(read: () => Promise<unknown>): Promise<void> {
  const before = structuredClone(await read());
  overwriteDeeply(await read());
  assert.deepEqual(await read(), before);
}
