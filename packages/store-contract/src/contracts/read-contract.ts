import assert from 'node:assert/strict';
import { findingsAmong, type ImpactFindings } from '@forewarn/impact';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import {
  changeRequest,
  enabling,
  feature,
  PROJECT,
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { LOOK_ALIKE_NAMES, NOT_SHOP } from '../samples/names.ts';
import { inOrder, pageOf } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf, projectContractOf } from '../suite/contract.ts';
import { lookDuring, lookWhile, repeat, times } from '../suite/rounds.ts';
import { impact } from '../suite/searches.ts';
import { BY, importAll, record, recordAll, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const first = changeRequest({ title: 'First', features: enabling('a') });
const key = { projectId: PROJECT, id: 1 } as const;

const find = (store: Store, projectId: string, id = 1): Promise<ScheduledChangeRequest> =>
  valueOf(store.reader.find({ projectId, id }));

const findContract = projectContractOf('ScheduledChangeRequestReader.find', {
  'returns the JSON text of the last put, and nothing after a removal': async ({ store }) => {
    const stubborn = { ...stubbornChangeRequest, id: 1 };
    for (const version of [first, { ...first, title: 'Second' }, stubborn, changeRequest()]) {
      await record(store, version);
      assert.equal(JSON.stringify(await find(store, PROJECT)), JSON.stringify(version));
    }
    await valueOf(store.writer.remove(key, BY));
    await check.fails(store.reader.find(key), { type: 'ChangeRequestNotFound', ...key });
  },
  'returns ChangeRequestNotFound for an unknown id, or one of another project': async ({
    store,
  }) => {
    const inEach = LOOK_ALIKE_NAMES.map((project, id) => changeRequest({ project, id }));
    await recordAll(store, [{ ...first, id: 10 }, ...inEach], 'empty', ...LOOK_ALIKE_NAMES);
    for (const each of inEach) assert.deepEqual(await find(store, each.project, each.id), each);
    const keys = [
      ...[1, 0, 100, -10, Number.MAX_SAFE_INTEGER].map((id) => ({ projectId: PROJECT, id })),
      ...['empty', ...NOT_SHOP].map((projectId) => ({ projectId, id: 10 })),
      ...LOOK_ALIKE_NAMES.map((projectId, id) => ({ projectId, id: id + 1 })),
    ];
    await check.refused(store, keys, (missing) => [
      store.reader.find(missing),
      { type: 'ChangeRequestNotFound', ...missing },
    ]);
  },
});

const PROJECTS = ['p', 'q'];
const doubt = { target: { kind: 'strategy', id: 's' } } as const;
const asked = [{ target: feature('a') }, { target: feature('b') }, doubt];

/** Two change requests that swap what they touch and leave in doubt, in two projects. */
const swapped = (isSwapped: boolean): readonly ScheduledChangeRequest[] => [
  changeRequest({ project: isSwapped ? 'q' : 'p', features: enabling('a') }),
  changeRequest({ project: isSwapped ? 'p' : 'q', features: [{ name: 'b', changes: [] }] }),
];

/** Asserts that the findings are those of the change requests that they list. */
function assertConsistent({ targets }: ImpactFindings): void {
  const listed = targets.flatMap(({ touching, doubtful }) => [...touching, ...doubtful]);
  const all = new Map(listed.map((each) => [JSON.stringify(each), each]));
  assert.deepEqual(targets, findingsAmong(inOrder([...all.values()]), asked));
}

const impactContract = contractOf('ScheduledChangeRequestReader.impact, atomicity', {
  'returns change requests as they were put, whatever their content': async ({ store }) => {
    await recordAll(store, [stubbornChangeRequest], PROJECT);
    const { targets } = await impact(store, [PROJECT], asked);
    const texts = targets[0]?.touching.map((each) => JSON.stringify(each));
    assert.deepEqual(texts, [JSON.stringify(stubbornChangeRequest)]);
  },
  'finds once what a putAll moves between targets and projects': async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    await valueOf(store.writer.putAll(swapped(false), BY));
    const move = (round: number) => valueOf(store.writer.putAll(swapped(round % 2 === 0), BY));
    await lookWhile(move, async () => {
      const found = await impact(store, PROJECTS, asked);
      assertConsistent(found);
      const [a, b] = found.targets.map(({ touching }) => touching[0]?.project);
      assert.notEqual(a, b);
      const counts = found.targets.map(({ count, doubtful }) => `${count} ${doubtful.length}`);
      assert.deepEqual(counts, ['1 1', '1 1', '0 1']);
    });
  },
  'finds a project with all of a concurrent import, or none of it': async ({ store }) => {
    const all = PROJECTS.flatMap((project) =>
      times(30, (id) => changeRequest({ id, project, features: enabling('a', 'b') })),
    );
    const look = async (): Promise<void> => {
      const found = await impact(store, ['p'], asked);
      assertConsistent(found);
      const expected = found.projects.length * 30;
      const counts = found.targets.map(({ count }) => count);
      assert.deepEqual(counts, [expected, expected, 0]);
      if (expected > 0) assert.equal(found.hasOtherProjects, true);
    };
    await repeat(3, async () => {
      await lookDuring(() => importAll(store, scheduledEntries(all)), look);
      await lookDuring(() => valueOf(store.projects.delete('p', BY)), look);
      await valueOf(store.projects.delete('q', BY));
    });
  },
});

const TIMES = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'] as const;

/** Two change requests of two projects, which swap their times and titles. */
const rescheduled = (round: number) =>
  PROJECTS.map((project, index) => {
    const scheduledAt = TIMES[(index + round) % 2] ?? TIMES[0];
    const schedule = { status: 'pending', scheduledAt } as const;
    return changeRequest({ project, title: scheduledAt, features: enabling('a'), schedule });
  });

const listingContract = contractOf('ScheduledChangeRequestReader.list, atomicity', {
  'lists once what a putAll moves, as it is at its place': async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    await valueOf(store.writer.putAll(rescheduled(0), BY));
    const look = async (round: number): Promise<void> => {
      const anyOf = round % 2 === 0 ? undefined : [feature('a')];
      const { changeRequests } = await pageOf(store, { projectIds: PROJECTS, anyOf });
      const titles = changeRequests.map(({ title }) => title);
      assert.deepEqual(titles, TIMES);
    };
    const move = (round: number) => valueOf(store.writer.putAll(rescheduled(round + 1), BY));
    await lookWhile(move, look);
  },
});

/** Finding one change request, and impacts and pages that are of one moment. */
export const readContracts: readonly Contract[] = [findContract, impactContract, listingContract];
