import assert from 'node:assert/strict';
import { type AskedTarget, MAX_LISTED, MAX_LISTED_BYTES } from '@forewarn/impact';
import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { bytesOf, ofBytes } from '../samples/of-bytes.ts';
import { at } from '../samples/times.ts';
import {
  asAsked,
  assertFindsByRule,
  findsByRuleAfter,
  keysOf,
  soonestFirst,
} from '../suite/against-rule.ts';
import { interruptionContract } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { forDistinctTargets, forTargets } from '../suite/distinct-targets.ts';
import { IMPACT_CALLS, fillForReads } from '../suite/every-call.ts';
import type { ImpactPorts } from '../suite/ports.ts';
import { times } from '../suite/rounds.ts';
import { impact } from '../suite/searches.ts';
import { idsOf } from '../suite/state-of.ts';
import { recordAll, schedule } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** Changes that touch a feature and leave everything else under it in doubt. */
const doubting = (name: string) => [{ name, changes: [{ action: 'inventedTomorrow' }] }];

const strategy = { target: { kind: 'strategy', id: 's' } } as const;

/** Returns a change request of this size, which leaves in doubt what it does to its first feature. */
function largeOf(bytes: number, given: Partial<ScheduledChangeRequest>): ScheduledChangeRequest {
  const [first, ...others] = given.features ?? [];
  return ofBytes(bytes, (padding) =>
    changeRequest({
      ...given,
      features: [
        { name: first?.name ?? 'a', changes: [{ action: 'inventedTomorrow', payload: padding }] },
        ...others,
      ],
    }),
  );
}

const environment = (name: string): Target => ({ kind: 'environment', name });

const findsEach = (
  store: ImpactPorts,
  scheduled: readonly ScheduledChangeRequest[],
  targets: readonly Target[],
) => assertFindsByRule(store, scheduled, ['p'], asAsked(targets));

const EIGHTH = MAX_LISTED_BYTES / 8;

/** The result of impacts, their order and their limits. */
const impactContract = contractOf<ImpactPorts>('ScheduledChangeRequestReader.impact', {
  'looks in exactly the given projects, and lists in byte order, then by id': async ({ store }) => {
    const asked = [{ target: feature('f') }, strategy];
    assert.equal((await impact(store, ['a'], asked)).hasOtherProjects, false);
    const projects = ['a', 'A', 'a ', '%', '_', 'aa', ...INHERITED_NAMES, '\u{1f600}', '\uff61'];
    const scheduled = projects.flatMap((project) =>
      [10, 2, Number.MAX_SAFE_INTEGER, 9].map((id) =>
        changeRequest({ id, project, features: doubting('f') }),
      ),
    );
    await recordAll(store, scheduled, ...projects);
    for (const ids of [[], projects, ...projects.map((id) => [id]), projects.slice(1)]) {
      const projectIds = ['b', ...ids, 'B', 'a%'];
      await assertFindsByRule(store, scheduled, projectIds, asked);
      const found = await impact(store, projectIds, asked);
      const lookedIn = found.projects.map(({ projectId }) => projectId);
      assert.deepEqual(lookedIn, ids.toSorted(byBytes));
      assert.equal(found.hasOtherProjects, ids.length < projects.length);
      const search = { asked, projectIds, ignoresOtherProjects: true };
      const { hasOtherProjects: _, ...alone } = await valueOf(store.reader.impact(search));
      assert.deepEqual({ ...alone, hasOtherProjects: found.hasOtherProjects }, found);
    }
  },
  'keeps the soonest hundred of all projects': async ({ store }) => {
    const scheduled = ['a', 'b'].flatMap((project, first) =>
      times(130, (id) =>
        at(new Date(Date.UTC(2030, 0, 130 - id, first)).toISOString(), {
          id,
          project,
          features: doubting('f'),
        }),
      ),
    );
    await recordAll(store, scheduled, 'a', 'b');
    const asked = [{ target: feature('f') }, strategy, { target: environment('production') }];
    const [touched, doubted, inside] = (await impact(store, ['a', 'b'], asked)).targets;
    const soonest = keysOf(soonestFirst(scheduled).slice(0, MAX_LISTED));
    for (const found of [touched, inside]) {
      assert.deepEqual([found?.count, keysOf(found?.touching ?? [])], [260, soonest]);
    }
    assert.deepEqual([doubted?.isDoubtful, keysOf(doubted?.doubtful ?? [])], [true, soonest]);
  },
  'returns the impacts of a thousand targets': async ({ store }) => {
    const scheduled = [0, 1, 499, 500, 998, 999].map((id) =>
      changeRequest({
        id,
        project: id % 2 === 0 ? PROJECT : 'b',
        features: [...enabling(`f${id}`, `f${id + 1}`), ...doubting(`f${id}`)],
      }),
    );
    await recordAll(store, scheduled, PROJECT, 'b');
    const features = times(500, (index) => `f${2 * index}`);
    const narrowed = features.map((name) => ({ ...strategy, feature: name }));
    const asked = [...asAsked(features.map(feature)), ...narrowed];
    await assertFindsByRule(store, scheduled, [PROJECT, 'b'], asked);
  },
  'lists everything of up to 4 MiB, each change request counted once': async ({ store }) => {
    const halves = [1, 2].map((id) =>
      largeOf(MAX_LISTED_BYTES / 2, { id, features: enabling('a', 'b') }),
    );
    await recordAll(store, halves, PROJECT);
    const asked = [{ target: feature('a') }, { target: feature('b') }, strategy];
    await assertFindsByRule(store, halves, [PROJECT], asked);
  },
  'lists the first of each target before the second of any, up to 4 MiB': async ({ store }) => {
    const names = ['a', 'b', 'c'];
    const scheduled = times(15, (id) =>
      largeOf(EIGHTH, { id, features: enabling(names[id % 3] ?? '') }),
    );
    const small = changeRequest({ id: 99, features: enabling('d') });
    await recordAll(store, [...scheduled, small], PROJECT);
    const asked = [...names, 'd'].map((name) => ({ target: feature(name) }));
    const { targets } = await impact(store, [PROJECT], [...asked, strategy]);

    const counts = targets.map(({ count, isDoubtful }) => [count, isDoubtful]);
    assert.deepEqual(counts, [...names.map(() => [5, false]), [1, false], [0, true]]);
    const whole = [
      ...names.map((_, index) => scheduled.filter(({ id }) => id % 3 === index)),
      [small],
      scheduled,
    ];
    const lists = targets.map(({ touching, doubtful }) => [...touching, ...doubtful]);
    for (const [index, list] of lists.entries()) {
      assert.deepEqual(keysOf(list), keysOf((whole[index] ?? []).slice(0, list.length)));
    }
    const listed = new Map(lists.flat().map((each) => [each.id, each]));
    const bytes = [...listed.values()].reduce((sum, each) => sum + bytesOf(each), 0);
    assert.ok(bytes <= MAX_LISTED_BYTES, `${bytes} bytes are listed`);
    const isCut = ({ length }: readonly unknown[], index: number) =>
      length < (whole[index]?.length ?? 0);
    const cutAt = Math.min(...lists.filter(isCut).map(({ length }) => length));
    for (const { length } of lists) assert.ok(length <= cutAt + 1, 'the lists are cut fairly');
    assert.ok(lists.every(({ length }) => length > 0));
  },
  'lists one change request even if it exceeds 4 MiB': async ({ store }) => {
    const scheduled = [1, 2].map((id) =>
      largeOf(MAX_LISTED_BYTES + 1, { id, features: enabling('a') }),
    );
    await recordAll(store, scheduled, PROJECT);
    const [found] = (await impact(store, [PROJECT], [{ target: feature('a') }])).targets;
    assert.deepEqual([found?.count, idsOf(found?.touching ?? [])], [2, [1]]);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    const scheduled = [changeRequest({ title: 'T', features: doubting('a') })];
    await recordAll(store, structuredClone(scheduled), PROJECT);
    const asked = [{ target: feature('a') }, strategy];
    await check.returnsCopies(() => impact(store, [PROJECT], asked));
    await assertFindsByRule(store, scheduled, [PROJECT], asked);
  },
});

const ruleContract = contractOf<ImpactPorts>(
  'ScheduledChangeRequestReader.impact, against the rule',
  {
    'finds exactly what the rule finds after puts, replacements and removals':
      findsByRuleAfter<ImpactPorts>(schedule),
    ...forDistinctTargets(findsEach),
    'compares texts byte for byte: environment': forTargets(
      LOOK_ALIKE_NAMES.map(environment),
      findsEach,
    ),
    'compares the features of doubts byte for byte': async ({ store }) => {
      const scheduled = LOOK_ALIKE_NAMES.map((name, id) =>
        changeRequest({ id, project: 'p', features: [{ name, changes: [] }] }),
      );
      await recordAll(store, scheduled, 'p');
      const asked = LOOK_ALIKE_NAMES.flatMap((name): readonly AskedTarget[] => [
        { ...strategy, feature: name },
        { target: { kind: 'featureVariants', feature: name } },
      ]);
      await assertFindsByRule(store, scheduled, ['p'], asked);
    },
  },
);

/** The promises of impacts, for stores that implement only that port. */
export const impactContracts: readonly Contract<ImpactPorts>[] = [
  impactContract,
  ruleContract,
  interruptionContract(impactContract.port, { calls: IMPACT_CALLS, fill: fillForReads }, (store) =>
    impact(store, [PROJECT], asAsked([feature('a')])),
  ),
];
