import assert from 'node:assert/strict';
import type { PutOutcome, Store } from '@forewarn/core';
import type { ImportEntry as Entry } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import {
  endedEntry,
  projectEntry,
  scheduledEntry,
  strategyDefinition,
} from '../samples/entries.ts';
import * as check from '../suite/check.ts';
import { contractOf } from '../suite/contract.ts';
import { changeRequestsIn, idsOf, projectsIn, stateOf } from '../suite/state-of.ts';
import {
  entriesOf,
  importAll,
  record,
  registerProjects,
  repeat,
  searchIds,
  times,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** More entries than a store sends in one batch: they add, replace and withdraw. */
const MANY: readonly Entry[] = [
  projectEntry('p', 'another name'),
  projectEntry('new'),
  { kind: 'strategy', definition: strategyDefinition('new') },
  endedEntry('p', 9_999),
  ...times(1_600, (id) => scheduledEntry(id, id % 2 === 0 ? 'p' : 'implied')),
];

const STANDING: readonly Entry[] = [projectEntry('p', 'P'), scheduledEntry(9_999, 'p')];

async function* thenErrs(
  entries: readonly Entry[],
): AsyncGenerator<Result<Entry, 'the first' | 'the second'>> {
  yield* entriesOf(entries);
  yield err('the first');
  yield ok(scheduledEntry(5_000, 'p'));
  yield err('the second');
}

async function* thenThrows(entries: readonly Entry[]): AsyncGenerator<Result<Entry, never>> {
  yield* entriesOf(entries);
  throw new Error('the source broke');
}

/** Asserts that an import fails, and changes nothing that stands. */
async function assertFailsWhole(store: Store, act: () => Promise<unknown>): Promise<void> {
  await importAll(store, STANDING);
  await check.nothingChanges(store, act);
  assert.deepEqual(await searchIds(store, 'p', feature('a')), [9_999]);
}

/** The atomicity of imports. */
export const importAtomicityContract = contractOf('StateTransfer.import, atomicity', {
  'returns the first Err among the entries, and changes nothing': ({ store }) =>
    assertFailsWhole(store, () => check.fails(store.transfer.import(thenErrs(MANY)), 'the first')),
  'changes nothing when the first entry is an Err': ({ store }) =>
    assertFailsWhole(store, () => check.fails(store.transfer.import(thenErrs([])), 'the first')),
  'fails and changes nothing when the entries throw': ({ store }) =>
    assertFailsWhole(store, async () => {
      const outcome = await Promise.allSettled([store.transfer.import(thenThrows(MANY))]);
      const succeeded = outcome.some((each) => each.status === 'fulfilled' && each.value.isOk());
      assert.equal(succeeded, false);
    }),
  'imports after many failed imports': async ({ store }) => {
    await repeat(25, () => check.fails(store.transfer.import(thenErrs(STANDING)), 'the first'));
    const { changeRequests } = await importAll(store, STANDING);
    assert.equal(changeRequests.created, 1);
  },
  'shows searches and exports all of it or nothing': async ({ store }) => {
    await registerProjects(store, 'p');
    const seen: Promise<number>[] = [];
    const look = (): void => {
      seen.push(
        searchIds(store, 'p', feature('a')).then(({ length }) => length),
        stateOf(store).then((state) => changeRequestsIn(state).length),
      );
    };
    async function* seenMeanwhile(): AsyncGenerator<Result<Entry, never>> {
      for (let id = 0; id < 1_200; id += 1) {
        // Not awaited: a store may block them until the import ends.
        if (id % 300 === 299) look();
        yield ok(scheduledEntry(id, 'p'));
      }
    }
    await valueOf(store.transfer.import(seenMeanwhile()));
    const meanwhile = await Promise.all(seen.splice(0));
    check.allOrNone(meanwhile, 1_200);
    look();
    assert.deepEqual(await Promise.all(seen), [1_200, 1_200]);
  },
  'does not block other writes while the entries arrive': async ({ store }) => {
    async function* slowly(): AsyncGenerator<Result<Entry, never>> {
      for (let id = 0; id < 1_200; id += 1) yield ok(scheduledEntry(id, 'p'));
      // Awaited: the entries end after it.
      await registerProjects(store, 'meanwhile');
      yield ok(scheduledEntry(1_200, 'p'));
    }
    const { projects } = await valueOf(store.transfer.import(slowly()));
    assert.equal(projects.created, 1);
    const registered = projectsIn(await stateOf(store)).map(({ id }) => id);
    assert.deepEqual(registered, ['meanwhile', 'p']);
  },
  'keeps concurrent puts': async ({ store }) => {
    await registerProjects(store, 'p');
    const others = times(20, (id) =>
      changeRequest({ id: 1_000 + id, project: 'p', features: enabling('b') }),
    );
    const recorded: Promise<PutOutcome>[] = [];
    async function* recordedMeanwhile(): AsyncGenerator<Result<Entry, never>> {
      for (const [index, other] of others.entries()) {
        // Not awaited: a store may block puts until the import ends.
        if (index >= 10) recorded.push(record(store, other));
        yield ok(scheduledEntry(index, 'p'));
      }
    }
    // Some are in progress when the import begins.
    recorded.push(...others.slice(0, 10).map((other) => record(store, other)));
    await valueOf(store.transfer.import(recordedMeanwhile()));
    await Promise.all(recorded);
    assert.deepEqual(await searchIds(store, 'p', feature('b')), idsOf(others));
    assert.equal((await searchIds(store, 'p', feature('a'))).length, 20);
  },
  'applies each of several concurrent imports as a whole': async ({ store }) => {
    const ids = times(50, (id) => id);
    const names = ['a', 'b', 'c', 'd'];
    const entries = (name: string) => ids.map((id) => scheduledEntry(id, 'p', name));
    const imports = names.map((name) => importAll(store, entries(name)));
    const created = (await Promise.all(imports)).map((counts) => counts.changeRequests.created);
    assert.equal(created.filter((count) => count > 0).join(), '50');
    const found = await Promise.all(names.map((name) => searchIds(store, 'p', feature(name))));
    const applied = found.filter(({ length }) => length > 0);
    assert.deepEqual(applied, [ids]);
  },
});
