import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import { listingPlaceOf } from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { LIVE, NONE, times } from '../../core/test/samples.ts';
import {
  type ForecastPage,
  makeGetForecast,
  makeGetForecasts,
  makeGetProjectForecasts,
} from '../src/forecasts.ts';
import { forecastWorld, inHours } from './forecast-world.ts';

const bank = { project: 'bank', title: 'The secret' };

/** Two in the shop fail and are suspended, because of two in the bank; one goes as planned. */
const SCHEDULED: readonly ScheduledChangeRequest[] = [
  inHours(1, 1, 'sale', 'archiveFeature', bank),
  inHours(2, 2, 'checkout', 'archiveFeature', bank),
  inHours(3, 3, 'sale', 'updateEnabled'),
  inHours(4, 4, 'banner', 'addDependency'),
  inHours(5, 5, 'other', 'updateEnabled'),
];

const world = (scheduled = SCHEDULED) => forecastWorld(scheduled);

const limit = 50;

const listed = ({ forecasts }: ForecastPage) =>
  forecasts.map(({ id, forecast, causeCount, hiddenCauses }) => [
    id,
    forecast,
    causeCount,
    hiddenCauses,
  ]);

describe('getForecasts', () => {
  test('lists in all readable projects what will not go as planned, the soonest first', async () => {
    const get = makeGetForecasts(await world());
    const page = (await get({ credentials: 'shop bank', limit }))._unsafeUnwrap();
    expect(listed(page)).toEqual([
      [3, 'suspended', 1, 0],
      [4, 'fails', 1, 0],
    ]);
    expect(page.next).toBeUndefined();
    expect(page).toMatchObject({ reasons: [], coverage: 'live' });
  });

  test('counts a cause in a project that the caller may not read, and discloses nothing of it', async () => {
    const get = makeGetForecasts(await world());
    const page = (await get({ credentials: 'shop', limit }))._unsafeUnwrap();
    expect(listed(page)).toEqual([
      [3, 'suspended', 1, 1],
      [4, 'fails', 1, 1],
    ]);
    expect(JSON.stringify(page)).not.toMatch(/bank|secret/);
    const inBank = (await get({ credentials: 'bank', limit }))._unsafeUnwrap();
    expect(inBank.forecasts).toEqual([]);
  });

  test('returns NoAccess to a caller that may read no project', async () => {
    const result = await makeGetForecasts(await world())({ credentials: '', limit });
    const error = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' };
    expect(result._unsafeUnwrapErr()).toEqual(error);
  });

  test('cuts a page of more than 2 MiB, and says where the next one begins', async () => {
    const title = 'x'.repeat(200);
    const causes = times(90, (id) => inHours(1, 1_000 + id, 'sale', 'archiveFeature', { title }));
    const victims = times(60, (id) => inHours(2, id, 'sale', 'updateEnabled'));
    const ports = await world();
    const candidates = victims.map(listingPlaceOf);
    const found = {
      projects: [],
      coverages: [],
      candidates,
      scheduled: [...causes, ...victims],
      gone: [],
    };
    const get = makeGetForecasts({ ...ports, forecasts: { forecast: () => okAsync(found) } });

    const { forecasts, next } = (await get({ credentials: 'shop', limit: 100 }))._unsafeUnwrap();

    const bytes = 2 * 1_024 * 1_024;
    expect(JSON.stringify(forecasts).length).toBeGreaterThan(0.9 * bytes);
    expect(JSON.stringify(forecasts).length).toBeLessThanOrEqual(bytes + forecasts.length + 1);
    expect(next).toEqual(candidates[forecasts.length - 1]);
  });

  test('one with more causes than a store reads is unknown, and says so', async () => {
    const only = inHours(9, 9, 'sale', 'updateEnabled');
    const candidates = [listingPlaceOf(only)];
    const found = {
      projects: [],
      coverages: [],
      candidates,
      scheduled: [only],
      gone: [],
      isCut: true as const,
    };
    const ports = { ...(await world()), forecasts: { forecast: () => okAsync(found) } };

    const page = (await makeGetForecasts(ports)({ credentials: 'shop', limit }))._unsafeUnwrap();
    const key = { projectId: 'shop', id: 9 };
    const single = (await makeGetForecast(ports)({ credentials: 'shop', ...key }))._unsafeUnwrap();

    expect(listed(page)).toEqual([[9, 'unknown', 0, 0]]);
    expect(page.reasons).toContain('too-many-causes');
    expect(single).toMatchObject({ forecast: page.forecasts[0], reasons: page.reasons });
    expect(single.forecast).toMatchObject({ breaks: [], breakCount: 0, mayBreakMore: true });
  });
});

describe('getProjectForecasts', () => {
  test('returns ProjectNotFound for a project that is not registered', async () => {
    const get = makeGetProjectForecasts({ ...(await world()), authorizer: allowing([]) });
    const result = await get({ credentials: 'key', projectId: 'nowhere', limit });
    expect(result._unsafeUnwrapErr()).toEqual({ type: 'ProjectNotFound', projectId: 'nowhere' });
  });
});

describe('getForecast', () => {
  const OLD: Coverage = { kind: 'as-of', asOf: '2026-01-01T00:00:00.000Z', source: 'import' };

  /** The forecast of one that goes as planned, and of one that is suspended, if this is known of the projects. */
  async function known(coverage: Coverage, hides: boolean | undefined, maxDataAgeMs?: number) {
    const ports = await world();
    const forecasts: typeof ports.forecasts = {
      forecast: async (...args) => {
        const found = await ports.forecasts.forecast(...args);
        return found.map((each) => ({ ...each, coverages: [LIVE, coverage] }));
      },
    };
    const origins = hides === undefined ? {} : { origins: { hidesProjects: () => okAsync(hides) } };
    const get = makeGetForecast({ ...ports, forecasts, ...origins, maxDataAgeMs });
    const of = async (id: number) => {
      const result = await get({ credentials: 'shop', projectId: 'shop', id });
      const { forecast, reasons } = result._unsafeUnwrap();
      return [forecast.forecast, reasons];
    };
    return [await of(5), await of(3)];
  }

  test.each<[string, Coverage, boolean | undefined, number | undefined, readonly string[]]>([
    ['as-planned if all that is scheduled is known', LIVE, undefined, undefined, []],
    ['as-planned if no project is hidden', LIVE, false, undefined, []],
    ['as-planned by old data if any age is allowed', OLD, undefined, undefined, []],
    ['unknown if a project was never complete', NONE, undefined, undefined, ['no-coverage']],
    ['unknown if the data is too old', OLD, undefined, 60_000, ['too-old']],
    ['unknown if projects are hidden', LIVE, true, undefined, ['unreadable-projects']],
  ])('is %s, and what is found stays as it is', async (title, coverage, hides, age, reasons) => {
    const [first] = title.split(' ');
    expect(await known(coverage, hides, age)).toEqual([
      [first, reasons],
      ['suspended', reasons],
    ]);
  });

  test.each<[string, ScheduledChangeRequest['schedule'], string, readonly string[]]>([
    ['failed', { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' }, 'fails', []],
    [
      'is overdue',
      { status: 'pending', scheduledAt: '2020-01-01T00:00:00Z' },
      'unknown',
      ['no-future-time'],
    ],
    ['has no schedule', undefined, 'unknown', ['no-future-time']],
  ])('of one that %s has no causes', async (_, schedule, forecast, reasons) => {
    const { schedule: _given, ...broken } = inHours(3, 7, 'sale', 'updateEnabled');
    const one = schedule === undefined ? broken : { ...broken, schedule };
    const get = makeGetForecast(await world([...SCHEDULED, one]));
    const result = await get({ credentials: 'shop bank', projectId: 'shop', id: 7 });
    const expected = { forecast, causes: [], causeCount: 0 };
    expect(result._unsafeUnwrap()).toMatchObject({ forecast: expected, reasons });
  });

  test('tells what one breaks, and counts what the caller may not read of it', async () => {
    const get = makeGetForecast(
      await world([...SCHEDULED, inHours(9, 9, 'sale', 'updateEnabled', bank)]),
    );
    const broken = async (credentials: string) => {
      const result = await get({ credentials, projectId: 'bank', id: 1 });
      const { forecast, breaks, ...counts } = result._unsafeUnwrap().forecast;
      return [forecast, breaks.map(({ project, id }) => `${project} ${id}`), counts];
    };
    const counts = { breakCount: 2, hiddenBreaks: 0, mayBreakMore: false };
    expect(await broken('shop bank')).toMatchObject(['as-planned', ['shop 3', 'bank 9'], counts]);
    expect(await broken('bank')).toMatchObject([
      'as-planned',
      ['bank 9'],
      { ...counts, hiddenBreaks: 1 },
    ]);
  });

  test('says when more depends on one than a store reads', async () => {
    const { forecasts, ...others } = await world();
    const forecast: typeof forecasts.forecast = async (...args) =>
      (await forecasts.forecast(...args)).map((found) => ({
        ...found,
        hasMoreVictims: true as const,
      }));
    const get = makeGetForecast({ ...others, forecasts: { forecast } });
    const result = await get({ credentials: 'shop bank', projectId: 'bank', id: 1 });
    expect(result._unsafeUnwrap().forecast).toMatchObject({
      forecast: 'as-planned',
      breakCount: 1,
      mayBreakMore: true,
    });
  });

  test.each([
    ['that does not exist', 'shop', 99],
    ['with an impossible id', 'shop', -1],
    ['of another project', 'bank', 3],
  ])('returns ChangeRequestNotFound for one %s', async (_, projectId, id) => {
    const get = makeGetForecast(await world());
    const result = await get({ credentials: 'shop bank', projectId, id });
    expect(result._unsafeUnwrapErr()).toEqual({ type: 'ChangeRequestNotFound', projectId, id });
  });
});
