import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import {
  type ImpactFindings,
  matchesAny,
  type ScheduledChangeRequest,
  type Store,
  targetsOf,
} from '@forewarn/core';
import {
  changeRequest,
  enabling,
  feature,
  PROJECT,
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { LOOK_ALIKE_NAMES, NOT_SHOP } from '../samples/names.ts';
import { pageOf } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf, projectContractOf } from '../suite/contract.ts';
import {
  BY,
  impact,
  importAll,
  lookDuring,
  record,
  recordAll,
  registerProjects,
  repeat,
  times,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const first = changeRequest({ title: 'First', features: enabling('a') });
const key = { projectId: PROJECT, id: 1 } as const;

const find = (store: Store, projectId: string, id = 1): Promise<ScheduledChangeRequest> =>
  valueOf(store.reader.find({ projectId, id }));

const findContract = projectContractOf('ScheduledChangeRequestReader.find', {
  'returns the recorded JSON text, whatever its content': async ({ store }) => {
    await record(store, stubbornChangeRequest);
    const found = await find(store, PROJECT, stubbornChangeRequest.id);
    assert.equal(JSON.stringify(found), JSON.stringify(stubbornChangeRequest));
  },
  'returns the last put, and ChangeRequestNotFound after a removal': async ({ store }) => {
    for (const version of [first, { ...first, title: 'Second' }, changeRequest()]) {
      await record(store, version);
      assert.deepEqual(await find(store, PROJECT), version);
    }
    await valueOf(store.writer.remove(key, BY));
    await check.fails(store.reader.find(key), { type: 'ChangeRequestNotFound', ...key });
  },
  'returns ChangeRequestNotFound for an unknown id or project': async ({ store }) => {
    await registerProjects(store, 'empty');
    await record(store, { ...first, id: 10 });
    const keys = [
      ...[1, 0, 100, -10, Number.MAX_SAFE_INTEGER].map((id) => ({ projectId: PROJECT, id })),
      ...['empty', ...NOT_SHOP].map((projectId) => ({ projectId, id: 10 })),
    ];
    await check.refused(store, keys, (missing) => [
      store.reader.find(missing),
      { type: 'ChangeRequestNotFound', ...missing },
    ]);
  },
  'distinguishes the same id in projects with similar names': async ({ store }) => {
    const inEach = LOOK_ALIKE_NAMES.map((project) => changeRequest({ project }));
    await importAll(store, scheduledEntries(inEach));
    const found = await Promise.all(LOOK_ALIKE_NAMES.map((projectId) => find(store, projectId)));
    assert.deepEqual(found, inEach);
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

/** Asserts that both lists are what the counts say, and that the change requests are what they were put. */
function assertConsistent({ targets }: ImpactFindings): void {
  for (const [index, { count, touching, isDoubtful, doubtful }] of targets.entries()) {
    assert.deepEqual([count, isDoubtful], [touching.length, doubtful.length > 0]);
    const target = asked[index]?.target;
    const isTouched = touching.every((each) => target && matchesAny(targetsOf(each), [target]));
    assert.ok(isTouched, 'each change request touches the target under which it is listed');
  }
}

/** Writes several times, each in a turn of its own. */
const writeOften = (write: (round: number) => Promise<unknown>): Promise<void> =>
  repeat(7, async (round) => {
    await setImmediate();
    await write(round);
  });

/** Looks repeatedly while something is written, and asserts what the looks find together. */
async function assertFound(
  store: Store,
  write: (round: number) => Promise<unknown>,
  expectThat: (found: ImpactFindings['targets']) => void,
): Promise<void> {
  const look = async (): Promise<void> => {
    const found = await impact(store, PROJECTS, asked);
    assertConsistent(found);
    expectThat(found.targets);
  };
  await Promise.all([repeat(10, look), writeOften(write), repeat(10, look)]);
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
    await assertFound(store, move, (targets) => {
      const [a, b] = targets.map(({ touching }) => touching[0]?.project);
      assert.notEqual(a, b);
      const counts = targets.map(({ count, doubtful }) => `${count} ${doubtful.length}`);
      assert.deepEqual(counts, ['1 0', '1 0', '0 1']);
    });
  },
  'finds once what a put moves between targets': async ({ store }) => {
    await registerProjects(store, 'p');
    const put = (name: string) =>
      record(store, changeRequest({ project: 'p', features: enabling(name) }));
    await put('a');
    const move = (round: number) => put(round % 2 === 0 ? 'b' : 'a');
    await assertFound(store, move, (targets) => {
      const counts = targets.map(({ count }) => count).toSorted((x, y) => x - y);
      assert.deepEqual(counts, [0, 0, 1]);
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
    await Promise.all([repeat(10, look), writeOften(move), repeat(10, look)]);
  },
});

/** Finding one change request, and impacts and pages that are of one moment. */
export const readContracts: readonly Contract[] = [findContract, impactContract, listingContract];
