import assert from 'node:assert/strict';
import {
  matchesAny,
  type ScheduledChangeRequest,
  type Store,
  type StrategyUse,
  targetsOf,
} from '@forewarn/core';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { changeRequest, enabling, PROJECT, using } from '../samples/change-request.ts';
import { NONE, scheduledEntries, strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { inOrder, isDoubtful } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring } from '../suite/events-during.ts';
import { overwriteDeeply } from '../suite/overwriting.ts';
import { repeat, times } from '../suite/rounds.ts';
import {
  BY,
  importAll,
  record,
  recordAll,
  registerProjects,
  schedule,
} from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const unknown = { features: [{ name: 'a', changes: [{ action: 'inventedTomorrow' }] }] };

/** Asserts that the use of a definition is what the rule finds among all that is scheduled, in order. */
async function assertUse(
  store: Store,
  name: string,
  scheduled: readonly ScheduledChangeRequest[],
): Promise<void> {
  const { touching, doubtful } = await valueOf(store.strategies.findUse(name));
  const target = { kind: 'strategyDefinition', name } as const;
  const keys = [touching, doubtful].map((list) =>
    list.map(({ projectId, id }) => ({ name, projectId, id })),
  );
  const expected = [
    inOrder(scheduled).filter((each) => matchesAny(targetsOf(each), [target])),
    inOrder(scheduled).filter((each) => isDoubtful(each, { target })),
  ].map((list) => list.map(({ project, id }) => ({ name, projectId: project, id })));
  assert.deepEqual(keys, expected);
}

/** Registers the definition and projects, and records change requests. */
async function prepare(
  store: Store,
  projects: readonly string[],
  ...scheduled: readonly ScheduledChangeRequest[]
): Promise<void> {
  await recordAll(store, scheduled, ...projects);
  await valueOf(store.strategies.register(region, BY));
}

const useContract = contractOf('StrategyRepository.findUse', {
  'returns the definition, and all projects in byte order': async ({ store }) => {
    // The last two have the opposite order by UTF-16 code units.
    const projects = ['b', 'B', 'a', 'ab', '\u{1f600}', '\uff61'];
    await prepare(store, projects);
    assert.deepEqual(await valueOf(store.strategies.findUse('region')), {
      definition: region,
      projects: projects.toSorted(byBytes).map((projectId) => ({ projectId, coverage: NONE })),
      touching: [],
      doubtful: [],
    });
    const builtIn = await valueOf(store.strategies.find('default'));
    const { definition } = await valueOf(store.strategies.findUse('default'));
    assert.deepEqual(definition, builtIn);
  },
  'returns StrategyNotFound for an unknown name': async ({ store }) => {
    await prepare(store, [PROJECT], using(['gone']));
    for (const name of ['gone', 'Region', 'region ', 'regio_', '%', ...INHERITED_NAMES]) {
      await check.fails(store.strategies.findUse(name), { type: 'StrategyNotFound', name });
    }
  },
  'finds exactly what the rule finds, in all projects': async ({ store }) => {
    const all: ScheduledChangeRequest[] = [];
    const names = new Set<string>();
    const samples = arbitraryAlphabet.chain((alphabet) =>
      arbitraryHistory(alphabet).map((history) => ({ alphabet, history })),
    );
    await holdsFor(20, samples, async ({ alphabet, history }, prefix) => {
      const steps = withPrefix(prefix, history);
      await registerProjects(store, ...projectsOf(prefix));
      await schedule(store, steps);
      all.push(...outcomeOf(steps).scheduled);
      for (const name of alphabet) names.add(name);
    });
    for (const name of names) {
      await valueOf(store.strategies.register(strategyDefinition(name), BY));
      await assertUse(store, name, all);
    }
  },
  'compares names byte for byte, and lists by project and id in order': async ({ store }) => {
    const definitions = [...LOOK_ALIKE_NAMES, 'region'].map((name) => strategyDefinition(name));
    const ids = [...times(120, (id) => id), Number.MAX_SAFE_INTEGER];
    const scheduled = [
      ...LOOK_ALIKE_NAMES.map((name, id) => using([name], { id, project: PROJECT })),
      ...['\u{1f600}', '\uff61', 'a', 'B'].flatMap((project) =>
        ids.map((id) => using(['region'], { id, project, ...(id % 2 === 0 ? {} : unknown) })),
      ),
    ];
    await importAll(store, [...strategyEntries(definitions), ...scheduledEntries(scheduled)]);
    for (const { name } of definitions) await assertUse(store, name, scheduled);
  },
  'returns another version for another JSON text, and the same for the same': async ({ store }) => {
    await prepare(store, [PROJECT]);
    const versions = [
      using(['region']),
      using(['region'], { title: '' }),
      using(['region'], { title: ' ' }),
      using(['region'], { comments: [{ text: 'a' }] }),
      using(['region'], { comments: [{ text: 'A' }] }),
      // The same fields in another order.
      { ...JSON.parse('{"comments":[{"text":"A"}]}'), ...using(['region']) },
      { ...using(['region']), ...unknown },
    ];
    const seen: (string | undefined)[] = [];
    for (const version of [...versions, using(['region'])]) {
      await record(store, version);
      const use = await valueOf(store.strategies.findUse('region'));
      assert.deepEqual(await valueOf(store.strategies.findUse('region')), use);
      seen.push([...use.touching, ...use.doubtful][0]?.version);
    }
    assert.equal(seen.at(-1), seen[0]);
    assert.equal(new Set(seen).size, versions.length);
  },
});

const FAILED = { type: 'PreconditionFailed' } as const;

const deleteIf = ({ strategies }: Store, onlyIf: (use: StrategyUse) => boolean, name = 'region') =>
  strategies.delete(name, BY, { onlyIf });

const conditionalDeleteContract = contractOf('StrategyRepository.delete, conditional', {
  'passes the use that findUse returns, and deletes if it holds': async ({ store }) => {
    const scheduled = ['a', 'B'].flatMap((project) => [
      using(['region'], { project }),
      changeRequest({ id: 2, project, features: [{ name: 'f', changes: [] }] }),
      changeRequest({ id: 3, project, features: enabling('f') }),
    ]);
    await prepare(store, [PROJECT, 'B', 'a'], ...scheduled);
    const use = await valueOf(store.strategies.findUse('region'));
    assert.deepEqual([use.touching.length, use.doubtful.length], [2, 2]);
    const passed: StrategyUse[] = [];
    const deleteIt = () => valueOf(deleteIf(store, (each) => passed.push(each) > 0));
    const event = { type: 'strategy-deleted', data: null, preData: region, createdBy: BY } as const;
    await check.events(store, deleteIt, [event]);
    assert.ok(passed.length > 0);
    for (const each of passed) assert.deepEqual(each, use);
    assert.equal((await errorOf(store.strategies.find('region'))).type, 'StrategyNotFound');
  },
  'returns StrategyNotFound and StrategyNotEditable, whatever it says': async ({ store }) => {
    const unknownOrBuiltIn = [
      { name: 'region', type: 'StrategyNotFound' },
      { name: 'default', type: 'StrategyNotEditable' },
    ];
    for (const isAllowed of [true, false]) {
      await check.refused(store, unknownOrBuiltIn, (error) => [
        deleteIf(store, () => isAllowed, error.name),
        error,
      ]);
    }
  },
  'sees each write that was before it, and changes nothing if it fails': async ({ store }) => {
    await prepare(store, [PROJECT, 'other']);
    const seen = new Set<string>();
    const see = (use: StrategyUse): boolean => {
      seen.add(`${use.projects.length} ${use.touching.length} ${use.doubtful.length}`);
      return false;
    };
    const used = using(['region'], { project: 'other' });
    for (const [write, expected] of [
      [() => record(store, using(['zone', 'region'])), '2 1 0'],
      [() => valueOf(store.writer.putAll([used], BY)), '2 2 0'],
      [() => record(store, { ...used, features: [{ name: 'f', changes: [] }] }), '2 1 1'],
      [() => valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY)), '2 0 1'],
      [() => importAll(store, scheduledEntries([used])), '2 1 0'],
      [() => registerProjects(store, 'third'), '3 1 0'],
      [() => valueOf(store.projects.delete('other', BY)), '2 0 0'],
    ] as const) {
      await write();
      seen.clear();
      await check.refused(store, [see], (onlyIf) => [deleteIf(store, onlyIf), FAILED]);
      assert.deepEqual([...seen], [expected]);
    }
  },
  'passes a copy: mutating it changes nothing in the store': async ({ store }) => {
    await prepare(store, [PROJECT], using(['region']));
    await check.nothingChanges(store, async () => {
      const passed: StrategyUse[] = [];
      await errorOf(deleteIf(store, (use) => passed.push(use) === 0));
      overwriteDeeply(passed);
    });
  },
  'throws what the precondition throws, and keeps the definition': async ({ store }) => {
    await prepare(store, []);
    const bug = new Error('a bug');
    const throwIt = (): boolean => {
      throw bug;
    };
    await check.nothingChanges(store, () =>
      assert.rejects(async () => deleteIf(store, throwIt), bug),
    );
    await valueOf(store.strategies.delete('region', BY));
  },
  'succeeds for one of many concurrent deletes that each require the use': async ({ store }) => {
    await recordAll(store, [using(['region'])], PROJECT);
    await repeat(3, async () => {
      await valueOf(store.strategies.register(region, BY));
      const events = await eventsDuring(store, async () => {
        const calls = times(30, () => deleteIf(store, ({ touching: uses }) => uses.length === 1));
        await check.oneSucceeds(calls, { type: 'StrategyNotFound', name: 'region' });
      });
      assert.equal(events.length, 1);
    });
  },
});

/** The use of strategy definitions, and deletes that depend on it. */
export const strategyUseContracts: readonly Contract[] = [useContract, conditionalDeleteContract];
