import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type Contract, contractOf } from '../contract.ts';
import { pageOf } from '../lists-by-rule.ts';
import { changeRequest, feature, enabling } from '../samples/change-request.ts';
import { BY, registerProjects } from '../store-calls.ts';
import { valueOf } from '../value-of.ts';

const PROJECTS = ['p', 'q'];
const TIMES = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'] as const;

/** Two change requests of two projects, which swap their times and titles. */
const swapped = (round: number) =>
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
      await valueOf(store.writer.putAll(swapped(0), BY));
      const look = async (): Promise<void> => {
        for (let looks = 0; looks < 10; looks += 1) {
          const anyOf = looks % 2 === 0 ? undefined : [feature('a')];
          const { changeRequests } = await pageOf(store, { projectIds: PROJECTS, anyOf });
          assert.deepEqual(
            changeRequests.map(({ title }) => title),
            TIMES,
          );
        }
      };
      const move = async (): Promise<void> => {
        for (let round = 1; round < 8; round += 1) {
          await setImmediate();
          await valueOf(store.writer.putAll(swapped(round), BY));
        }
      };
      await Promise.all([look(), move(), look()]);
    },
  },
);
