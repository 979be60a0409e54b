import assert from 'node:assert/strict';
import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import {
  BY,
  type Contract,
  contractOf,
  PROJECT,
  record,
  recordAll,
  times,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { ForecastFindings } from '../forecast-reader.ts';
import { assertForecastsInEach, forecastFrom } from './by-rule.ts';
import { forecastGapsContract } from './forecast-gaps-contract.ts';
import { forecastNamedContract } from './forecast-named-contract.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { archiving, enablingAt, FRIDAY, MONDAY } from './samples.ts';

const idsIn = ({ candidates }: ForecastFindings): readonly number[] =>
  candidates.map(({ id }) => id);

/** The order and the pages of forecasts. */
const forecastPageContract = contractOf<ForecastPorts>('ForecastReader, pages', {
  'orders by instant, then by project in byte order, then by numeric id': async ({ store }) => {
    const projects = ['A', 'a', 'b', '\ue000', '😀'];
    const zoned = ['2030-01-07T23:00:00+14:00', MONDAY, '2030-01-06T22:00:00.001-11:00'];
    const scheduled = [
      archiving('2030-01-02T00:00Z', 'a', { id: 1, project: 'A' }),
      ...zoned.flatMap((time, index) =>
        projects.flatMap((project) =>
          [9, 10].map((id) => enablingAt(time, 'a', { id: id + 100 * index, project })),
        ),
      ),
    ];
    await recordAll(store, scheduled.toReversed(), ...projects);
    await assertForecastsInEach(store, scheduled, [{}], [1, 3, 1_000]);
    const found = await forecastFrom(store, { projectIds: projects });
    const isSorted = found.candidates.every((each, index, all) => {
      const before = all[index - 1];
      return before === undefined || compareListingPlaces(before, each) < 0;
    });
    assert.ok(isSorted && found.candidates.length >= 30, 'all are there, in order');
  },
  'begins after a place, whether or not a change request is there': async ({ store }) => {
    const scheduled = [
      archiving(MONDAY, 'a', { id: 1 }),
      ...times(6, (id) =>
        enablingAt(FRIDAY, 'a', { id: 10 * id, project: id % 2 === 0 ? 'p' : 'q' }),
      ),
    ];
    await recordAll(store, scheduled, PROJECT, 'p', 'q');
    const friday = Date.parse(FRIDAY);
    const places = [
      { scheduledAt: friday, projectId: 'p', id: 20 },
      { scheduledAt: friday, projectId: 'p', id: 21 },
      { scheduledAt: friday, projectId: 'pp', id: 0 },
      { scheduledAt: friday - 1, projectId: 'z', id: 1e15 },
      { scheduledAt: friday, projectId: 'z', id: 0 },
    ];
    await assertForecastsInEach(
      store,
      scheduled,
      places.map((after) => ({ after })),
    );
  },
  'repeats and misses nothing that stays as it is while others change': async ({ store }) => {
    await recordAll(store, [archiving(MONDAY, 'a', { id: 1_000 })], PROJECT);
    const dayOf = (id: number): string => `2030-02-0${id}T00:00:00Z`;
    const all = times(9, (index) => enablingAt(dayOf(index + 1), 'a', { id: index + 1 }));
    for (const each of all) await record(store, each);
    const seen: number[] = [];
    let after: ListingPlace | undefined;
    for (const gone of [1, 3, 5, 7, 9]) {
      const page: ForecastFindings = await forecastFrom(store, {
        projectIds: [PROJECT],
        after,
        limit: 2,
      });
      seen.push(...idsIn(page).filter((id) => id < 1_000));
      after = page.next ?? after;
      await valueOf(store.writer.remove({ projectId: PROJECT, id: gone }, BY));
      await record(store, enablingAt('2030-01-09T00:00:00Z', 'a', { id: gone + 100 }));
    }
    const even = seen.filter((id) => id % 2 === 0 && id < 10);
    assert.deepEqual(even, [2, 4, 6, 8]);
  },
});

/** Pages of forecasts: of all that something affects, and of those that a query names; and what they can not find. */
export const forecastPageContracts: readonly Contract<ForecastPorts>[] = [
  forecastNamedContract,
  forecastPageContract,
  forecastGapsContract,
];
