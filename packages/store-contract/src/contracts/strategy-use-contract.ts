import assert from 'node:assert/strict';
import { matchesAny, type ScheduledChangeRequest, type Store, targetsOf } from '@forewarn/core';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { PROJECT, using } from '../samples/change-request.ts';
import { scheduledEntries, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { inOrder, isDoubtful, keysOf } from '../suite/against-rule.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { assertReturnsCopies } from '../suite/copies.ts';
import { BY, importAll, record, registerProjects, schedule } from '../suite/store-calls.ts';
import { assertFails, valueOf } from '../suite/value-of.ts';

const unknown = { features: [{ name: 'a', changes: [{ action: 'inventedTomorrow' }] }] };

const keysIn = async (store: Store, name: string) => {
  const use = await valueOf(store.strategies.findUse(name));
  const keys = (list: typeof use.touching) => list.map(({ projectId, id }) => ({ projectId, id }));
  return { touching: keys(use.touching), doubtful: keys(use.doubtful) };
};

/** The use of strategy definitions. */
export const strategyUseContract: Contract = contractOf('StrategyRepository.findUse', {
  'returns the definition, and all projects in byte order': async ({ store }) => {
    // The last two have the opposite order by UTF-16 code units.
    const projects = ['b', 'B', 'a', 'ab', '\u{1f600}', '\uff61'];
    await registerProjects(store, ...projects);
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));
    assert.deepEqual(await valueOf(store.strategies.findUse('region')), {
      definition: strategyDefinition('region'),
      projects: projects
        .toSorted(byBytes)
        .map((projectId) => ({ projectId, coverage: { kind: 'none' } })),
      touching: [],
      doubtful: [],
    });
    const builtIn = await valueOf(store.strategies.find('default'));
    const { definition } = await valueOf(store.strategies.findUse('default'));
    assert.deepEqual(definition, builtIn);
  },
  'returns StrategyNotFound for an unknown name': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));
    await record(store, using(['gone']));
    for (const name of ['gone', 'Region', 'region ', 'regio_', '%', ...INHERITED_NAMES]) {
      await assertFails(store.strategies.findUse(name), { type: 'StrategyNotFound', name });
    }
  },
  'finds exactly what the rule finds, in all projects': async ({ store }) => {
    const all: ScheduledChangeRequest[] = [];
    const names = new Set<string>();
    await holdsFor(
      20,
      arbitraryAlphabet.chain((alphabet) =>
        arbitraryHistory(alphabet).map((history) => ({ alphabet, history })),
      ),
      async ({ alphabet, history }, prefix) => {
        const steps = withPrefix(prefix, history);
        await registerProjects(store, ...projectsOf(prefix));
        await schedule(store, steps);
        all.push(...outcomeOf(steps).scheduled);
        for (const name of alphabet) names.add(name);
      },
    );
    const scheduled = inOrder(all);
    for (const name of names) {
      const target = { kind: 'strategyDefinition', name } as const;
      await valueOf(store.strategies.register(strategyDefinition(name), BY));
      assert.deepEqual(await keysIn(store, name), {
        touching: keysOf(scheduled.filter((each) => matchesAny(targetsOf(each), [target]))),
        doubtful: keysOf(scheduled.filter((each) => isDoubtful(each, { target }))),
      });
    }
  },
  'compares names byte for byte': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const definitions = LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name));
    const scheduled = LOOK_ALIKE_NAMES.map((name, id) => using([name], { id }));
    await importAll(store, [...strategyEntries(definitions), ...scheduledEntries(scheduled)]);
    for (const [id, name] of LOOK_ALIKE_NAMES.entries()) {
      const { touching: found } = await keysIn(store, name);
      assert.deepEqual(found, [{ projectId: PROJECT, id }], name);
    }
  },
  'returns all change requests, in byte order of project and numeric order of id': async ({
    store,
  }) => {
    const projects = ['\u{1f600}', '\uff61', 'a', 'B'];
    const ids = [...Array.from({ length: 120 }, (_, id) => id), Number.MAX_SAFE_INTEGER];
    const scheduled = projects.flatMap((project) =>
      ids.map((id) => using(['region'], { id, project, ...(id % 2 === 0 ? {} : unknown) })),
    );
    await importAll(store, [
      { kind: 'strategy', definition: strategyDefinition('region') },
      ...scheduledEntries(scheduled),
    ]);
    const sorted = inOrder(scheduled);
    assert.deepEqual(await keysIn(store, 'region'), {
      touching: keysOf(sorted.filter(({ id }) => id % 2 === 0)),
      doubtful: keysOf(sorted.filter(({ id }) => id % 2 === 1)),
    });
  },
  'returns another version for another JSON text, and the same for the same': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));
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
    for (const version of [...versions, versions[0] ?? using(['region'])]) {
      await record(store, version);
      const use = await valueOf(store.strategies.findUse('region'));
      assert.deepEqual(await valueOf(store.strategies.findUse('region')), use);
      seen.push([...use.touching, ...use.doubtful][0]?.version);
    }
    assert.equal(seen.at(-1), seen[0]);
    assert.equal(new Set(seen).size, versions.length);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));
    await record(store, using(['region']));
    await assertReturnsCopies(() => valueOf(store.strategies.findUse('region')));
  },
});
