import assert from 'node:assert/strict';
import { covers } from '@forewarn/impact';
import { BUILT_IN_STRATEGY_DEFINITIONS, doubtsIn } from '@forewarn/record';
import { matchesAny, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { changeRequest, PROJECT, using } from '../samples/change-request.ts';
import { scheduledEntries, strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { inOrder } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import type { GuardedDeletePorts } from '../suite/ports.ts';
import { lookWhile, times } from '../suite/rounds.ts';
import {
  BY,
  importAll,
  record,
  recordAll,
  registerProjects,
  schedule,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const unknown = { features: [{ name: 'a', changes: [{ action: 'inventedTomorrow' }] }] };

/** What the rule reads in each change request, in order. Reading takes far longer than comparing. */
const readInOrder = (scheduled: readonly ScheduledChangeRequest[]) =>
  inOrder(scheduled).map((each) => ({
    key: { projectId: each.project, id: each.id },
    targets: targetsOf(each),
    doubts: doubtsIn(each),
  }));

/** Asserts that the use of a definition is what the rule finds among all that is scheduled, in order. */
async function assertUse(
  store: GuardedDeletePorts,
  name: string,
  read: ReturnType<typeof readInOrder>,
): Promise<void> {
  const { touching, doubtful } = await valueOf(store.strategies.findUse(name));
  const target = { kind: 'strategyDefinition', name } as const;
  const found = [touching, doubtful].map((list) =>
    list.map(({ projectId, id }) => ({ name, projectId, id })),
  );
  const expected = [
    read.filter(({ targets }) => matchesAny(targets, [target])),
    read.filter(({ doubts }) => doubts.some((doubt) => covers(doubt, { target }))),
  ].map((list) => list.map(({ key }) => ({ name, ...key })));
  assert.deepEqual(found, expected);
}

/** Registers the definition `region` and projects, and records change requests. */
export async function prepare(
  store: GuardedDeletePorts,
  projects: readonly string[],
  ...scheduled: readonly ScheduledChangeRequest[]
): Promise<void> {
  await recordAll(store, scheduled, ...projects);
  await valueOf(store.strategies.register(region, BY));
}

/** The use of strategy definitions. */
export const useContract: Contract<GuardedDeletePorts> = contractOf<GuardedDeletePorts>(
  'StrategyRepository.findUse',
  {
    'returns the definition, and all projects in byte order': async ({ store }) => {
      // The last two have the opposite order by UTF-16 code units.
      const projects = ['b', 'B', 'a', 'ab', '\u{1f600}', '\uff61'];
      await prepare(store, projects);
      const { projects: found, ...others } = await valueOf(store.strategies.findUse('region'));
      assert.deepEqual(others, { definition: region, touching: [], doubtful: [] });
      const ids = found.map(({ projectId }) => projectId);
      assert.deepEqual(ids, projects.toSorted(byBytes));
      for (const builtIn of BUILT_IN_STRATEGY_DEFINITIONS) {
        const { definition } = await valueOf(store.strategies.findUse(builtIn.name));
        assert.deepEqual(definition, builtIn);
      }
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
      await holdsFor(10, samples, async ({ alphabet, history }, prefix) => {
        const steps = withPrefix(prefix, history);
        await registerProjects(store, ...projectsOf(prefix));
        await schedule(store, steps);
        all.push(...outcomeOf(steps).scheduled);
        for (const name of alphabet) names.add(name);
      });
      const read = readInOrder(all);
      for (const name of names) {
        await valueOf(store.strategies.register(strategyDefinition(name), BY));
        await assertUse(store, name, read);
      }
    },
    'returns another version for another JSON text, and the same for the same': async ({
      store,
    }) => {
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
  },
);

/** The use of definitions that an import adds. */
export const importedUseContract: Contract = contractOf(
  'StrategyRepository.findUse, after an import',
  {
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
      const read = readInOrder(scheduled);
      for (const { name } of definitions) await assertUse(store, name, read);
    },
    'finds once what a putAll moves between projects, and in and out of doubt': async ({
      store,
    }) => {
      const moved = (round: number) => [
        using(['region'], { project: round % 2 === 0 ? 'p' : 'q' }),
        changeRequest({ project: round % 2 === 0 ? 'q' : 'p', ...unknown }),
      ];
      await prepare(store, ['p', 'q'], ...moved(0));
      const move = (round: number) => valueOf(store.writer.putAll(moved(round + 1), BY));
      await lookWhile(move, async () => {
        const { touching, doubtful } = await valueOf(store.strategies.findUse('region'));
        const found = [touching, doubtful].map((list) => list.map(({ projectId }) => projectId));
        assert.deepEqual(found.flat().toSorted(), ['p', 'q']);
        assert.deepEqual(
          found.map(({ length }) => length),
          [1, 1],
        );
      });
    },
  },
);
