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
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { pageOf } from '../suite/against-rule.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { BY, impact, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const PROJECTS = ['p', 'q'];
const doubt = { target: { kind: 'strategy', id: 's' } } as const;
const asked = [{ target: feature('a') }, { target: feature('b') }, doubt];

/** Two change requests that swap what they touch and leave in doubt, in two projects. */
const swapped = (isSwapped: boolean): readonly ScheduledChangeRequest[] => {
  const [first, second] = isSwapped ? ['q', 'p'] : ['p', 'q'];
  return [
    changeRequest({ project: first, features: enabling('a') }),
    changeRequest({ project: second, features: [{ name: 'b', changes: [] }] }),
  ] as readonly ScheduledChangeRequest[];
};

/** Asserts that both lists are what the counts say, and that the change requests are what they were put. */
function assertConsistent({ targets }: ImpactFindings): void {
  for (const [index, { count, touching, isDoubtful, doubtful }] of targets.entries()) {
    assert.deepEqual([count, isDoubtful], [touching.length, doubtful.length > 0]);
    const target = asked[index]?.target;
    const isTouched = touching.every((each) => target && matchesAny(targetsOf(each), [target]));
    assert.ok(isTouched, 'each change request touches the target under which it is listed');
  }
}

/** Looks repeatedly while something is written, and asserts what the looks find together. */
async function lookDuring(
  store: Store,
  write: (round: number) => Promise<unknown>,
  check: (found: ImpactFindings['targets']) => void,
): Promise<void> {
  const look = async (): Promise<void> => {
    for (let looks = 0; looks < 10; looks += 1) {
      const found = await impact(store, PROJECTS, asked);
      assertConsistent(found);
      check(found.targets);
    }
  };
  const writeAll = async (): Promise<void> => {
    for (let round = 0; round < 7; round += 1) {
      await setImmediate();
      await write(round);
    }
  };
  await Promise.all([look(), writeAll(), look()]);
}

/** An impact is of one moment. */
export const impactAtomicityContract: Contract = contractOf(
  'ScheduledChangeRequestReader.impact, atomicity',
  {
    'returns change requests as they were put, whatever their content': async ({ store }) => {
      await registerProjects(store, stubbornChangeRequest.project);
      await record(store, stubbornChangeRequest);
      const { targets } = await impact(store, [stubbornChangeRequest.project], asked);
      const texts = targets[0]?.touching.map((each) => JSON.stringify(each));
      assert.deepEqual(texts, [JSON.stringify(stubbornChangeRequest)]);
    },
    'finds once what a putAll moves between targets and projects': async ({ store }) => {
      await registerProjects(store, ...PROJECTS);
      await valueOf(store.writer.putAll(swapped(false), BY));
      const move = (round: number) => valueOf(store.writer.putAll(swapped(round % 2 === 0), BY));
      await lookDuring(store, move, (targets) => {
        const [a, b] = targets.map(({ touching }) => touching[0]?.project);
        assert.notEqual(a, b);
        const counts = targets.map(({ count, doubtful }) => [count, doubtful.length]);
        assert.deepEqual(counts, [
          [1, 0],
          [1, 0],
          [0, 1],
        ]);
      });
    },
    'finds once what a put moves between targets': async ({ store }) => {
      await registerProjects(store, 'p');
      const put = (name: string) =>
        record(store, changeRequest({ project: 'p', features: enabling(name) }));
      await put('a');
      const move = (round: number) => put(round % 2 === 0 ? 'b' : 'a');
      await lookDuring(store, move, (targets) => {
        const counts = targets.map(({ count }) => count).toSorted((x, y) => x - y);
        assert.deepEqual(counts, [0, 0, 1]);
      });
    },
    'finds a project with all of a concurrent import, or none of it': async ({ store }) => {
      const all = ['p', 'q'].flatMap((project) =>
        Array.from({ length: 30 }, (_, id) =>
          changeRequest({ id, project, features: enabling('a', 'b') }),
        ),
      );
      for (let round = 0; round < 3; round += 1) {
        const look = async (): Promise<void> => {
          for (let looks = 0; looks < 6; looks += 1) {
            const found = await impact(store, ['p'], asked);
            assertConsistent(found);
            const expected = found.projects.length * 30;
            const counts = found.targets.map(({ count }) => count);
            assert.deepEqual(counts, [expected, expected, 0]);
            if (expected > 0) assert.equal(found.hasOtherProjects, true);
          }
        };
        await Promise.all([look(), importAll(store, scheduledEntries(all))]);
        await Promise.all([look(), valueOf(store.projects.delete('p', BY))]);
        await valueOf(store.projects.delete('q', BY));
      }
    },
  },
);

const TIMES = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'] as const;

/** Two change requests of two projects, which swap their times and titles. */
const rescheduled = (round: number) =>
  PROJECTS.map((project, index) => {
    const scheduledAt = TIMES[(index + round) % 2] ?? TIMES[0];
    return changeRequest({
      project,
      title: scheduledAt,
      features: enabling('a'),
      schedule: { status: 'pending', scheduledAt },
    });
  });

/** A page is of one moment. */
export const listingAtomicityContract: Contract = contractOf(
  'ScheduledChangeRequestReader.list, atomicity',
  {
    'lists once what a putAll moves, as it is at its place': async ({ store }) => {
      await registerProjects(store, ...PROJECTS);
      await valueOf(store.writer.putAll(rescheduled(0), BY));
      const look = async (): Promise<void> => {
        for (let looks = 0; looks < 10; looks += 1) {
          const anyOf = looks % 2 === 0 ? undefined : [feature('a')];
          const { changeRequests } = await pageOf(store, { projectIds: PROJECTS, anyOf });
          const titles = changeRequests.map(({ title }) => title);
          assert.deepEqual(titles, TIMES);
        }
      };
      const move = async (): Promise<void> => {
        for (let round = 1; round < 8; round += 1) {
          await setImmediate();
          await valueOf(store.writer.putAll(rescheduled(round), BY));
        }
      };
      await Promise.all([look(), move(), look()]);
    },
  },
);
