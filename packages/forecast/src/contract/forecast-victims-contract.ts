import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  at,
  type Contract,
  contractOf,
  holdsFor,
  ofBytes,
  PROJECT,
  recordAll,
  recordMany,
  registerProjects,
  times,
} from '@forewarn/store-contract/writing';
import { type ForecastFindings, MAX_VICTIM_BYTES, MAX_VICTIMS_READ } from '../forecast-reader.ts';
import { forecastFrom } from './by-rule.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { assertVictimsOf } from './victims.ts';
import { arbitrarySchedule, whileRecorded } from './arbitrary-schedule.ts';
import {
  archiving,
  changing,
  enablingAt,
  FRIDAY,
  MONDAY,
  raising,
  releasing,
  THURSDAY,
  TUESDAY,
} from './samples.ts';

const RUNS = 5;
const PROJECTS = ['a', 'A', '_'];

const idsOf = ({ victims = [] }: ForecastFindings): readonly number[] =>
  victims.map(({ id }) => id);

const cause = archiving(MONDAY, 'a', { id: 1 });

/** Those that a store may read, and one more. */
const TOO_MANY = times(MAX_VICTIMS_READ + 1, (index) =>
  enablingAt(new Date(Date.parse(TUESDAY) + index).toISOString(), 'a', { id: index + 2 }),
);

/** What one change request breaks. */
export const forecastVictimsContract: Contract<ForecastPorts> = contractOf<ForecastPorts>(
  'ForecastReader, victims',
  {
    'finds what it breaks in any project, the soonest first, only if that is asked for': async ({
      store,
    }) => {
      const scheduled = [
        cause,
        raising(FRIDAY, 'a', { id: 2 }),
        enablingAt(THURSDAY, 'a', { id: 3, project: 'bank', environment: 'staging' }),
        enablingAt(THURSDAY, 'a', { id: 2, project: 'bank' }),
        enablingAt(MONDAY, 'a', { id: 4 }),
        enablingAt('2030-01-06T00:00:00Z', 'a', { id: 5 }),
        enablingAt(FRIDAY, 'A', { id: 6 }),
        enablingAt(FRIDAY, 'a', { id: 7, schedule: { status: 'failed', scheduledAt: FRIDAY } }),
      ];
      await recordAll(store, scheduled, PROJECT, 'bank');
      assert.deepEqual(idsOf(await assertVictimsOf(store, cause, scheduled)), [4, 2, 3, 2]);
      const only = { projectId: PROJECT, id: 1 };
      const unasked = await forecastFrom(store, { projectIds: [PROJECT], only, limit: 1 });
      assert.deepEqual([unasked.victims, unasked.hasMoreVictims], [undefined, undefined]);
    },
    'finds the earlier ones that need the dependency gone that it removes': async ({ store }) => {
      const removal = at(FRIDAY, { id: 1, features: changing('child', releasing('parent')) });
      const scheduled = [
        removal,
        archiving(MONDAY, 'parent', { id: 2 }),
        archiving(MONDAY, 'parent', { id: 3, project: 'bank' }),
        archiving('2029-01-01T00:00:00Z', 'parent', { id: 4 }),
        enablingAt(MONDAY, 'parent', { id: 5 }),
      ];
      await recordAll(store, scheduled, PROJECT, 'bank');
      await assertVictimsOf(store, removal, scheduled);
    },
    'finds nothing for one that is not going to be applied': async ({ store }) => {
      const schedule = { status: 'suspended', scheduledAt: MONDAY } as const;
      const scheduled = [{ ...cause, schedule }, raising(FRIDAY, 'a', { id: 2 })];
      await recordAll(store, scheduled, PROJECT);
      assert.deepEqual(idsOf(await assertVictimsOf(store, cause, scheduled)), []);
    },
    'finds exactly what `breaksOf` finds, on generated schedules': async ({ store }) => {
      await registerProjects(store, ...PROJECTS);
      await holdsFor(RUNS, arbitrarySchedule(...PROJECTS), (scheduled) =>
        whileRecorded(store, scheduled, () =>
          Promise.all(scheduled.map((each) => assertVictimsOf(store, each, scheduled))),
        ),
      );
    },
    'reads the soonest 5,000, and says that there are more': async ({ store }) => {
      const all = [cause, ...TOO_MANY.slice(0, MAX_VICTIMS_READ)];
      await recordMany(store, all, PROJECT);
      const found = await assertVictimsOf(store, cause, all);
      assert.deepEqual([idsOf(found).length, found.hasMoreVictims], [MAX_VICTIMS_READ, undefined]);
      await recordAll(store, TOO_MANY.slice(MAX_VICTIMS_READ));
      const cut = await assertVictimsOf(store, cause, [cause, ...TOO_MANY]);
      assert.deepEqual([idsOf(cut).length, cut.hasMoreVictims], [MAX_VICTIMS_READ, true]);
    },
    'reads 8 MiB, and says that there are more': async ({ store }) => {
      const size = MAX_VICTIM_BYTES / 8;
      const large: readonly ScheduledChangeRequest[] = times(8, (index) =>
        ofBytes(size, (comments) => ({ ...enablingAt(TUESDAY, 'a', { id: index + 2 }), comments })),
      );
      await recordMany(store, [cause, ...large], PROJECT);
      const found = await assertVictimsOf(store, cause, [cause, ...large]);
      assert.deepEqual([idsOf(found).length, found.hasMoreVictims], [8, undefined]);
      const more = enablingAt(FRIDAY, 'a', { id: 10 });
      await recordAll(store, [more]);
      const cut = await assertVictimsOf(store, cause, [cause, ...large, more]);
      assert.deepEqual([idsOf(cut).length, cut.hasMoreVictims], [8, true]);
    },
  },
);
