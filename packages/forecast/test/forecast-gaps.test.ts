import type { FeatureChanges, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import {
  type ForecastCommand,
  makeGetForecast,
  makeGetForecasts,
  makeGetProjectForecasts,
} from '../src/forecasts.ts';
import { forecastWorld, inHours } from './forecast-world.ts';

const limit = 50;

describe('one that lists nothing', () => {
  const nothing = (given: Partial<ScheduledChangeRequest> = {}) =>
    inHours(6, 6, 'sale', 'updateEnabled', { features: [], environment: 'development', ...given });
  const overdue = { status: 'pending', scheduledAt: '2020-01-01T00:00:00Z' } as const;
  const failed = { status: 'failed', scheduledAt: '2100-01-01T00:00:00Z' } as const;
  const reasonsOf = async (
    scheduled: readonly ScheduledChangeRequest[],
    given: Partial<ForecastCommand> = {},
  ) => {
    const get = makeGetForecasts(await forecastWorld(scheduled));
    const page = (await get({ credentials: 'shop', limit, ...given }))._unsafeUnwrap();
    expect(page.forecasts).toEqual([]);
    return page.reasons;
  };

  test('is a reason why not all that will not go as planned is known', async () => {
    expect(await reasonsOf([nothing()])).toEqual(['doubt']);
    const get = makeGetProjectForecasts(await forecastWorld([nothing()]));
    const page = await get({ credentials: 'shop', projectId: 'shop', limit });
    expect(page._unsafeUnwrap().reasons).toEqual(['doubt']);
  });

  test.each<[string, ScheduledChangeRequest, Partial<ForecastCommand>]>([
    ['is applied later', nothing(), { to: Date.now() + 3_600_000 }],
    ['is overdue', nothing({ schedule: overdue }), {}],
    ['failed', nothing({ schedule: failed }), {}],
    ['is in a project that the caller may not read', nothing({ project: 'bank' }), {}],
  ])('is none if it %s', async (_, one, given) => {
    expect(await reasonsOf([one], given)).toEqual([]);
  });

  test.each<[string, Partial<ForecastCommand>]>([
    ['in another environment', { environments: ['production'] }],
    ['before what is asked about', { from: Date.now() + 7 * 3_600_000 }],
  ])('is a reason %s, too: it may archive a feature', async (_, given) => {
    expect(await reasonsOf([nothing()], given)).toEqual(['doubt']);
  });

  test.each([
    ['pending', 'after it may break', 1, 'unknown', ['doubt']],
    ['pending', 'at the same time may break', 0, 'unknown', ['doubt']],
    ['pending', 'before it goes as planned', -1, 'as-planned', []],
    ['failed', 'after it just failed', 1, 'fails', []],
  ] as const)('leaves a %s one in doubt: %s', async (status, _, hours, forecast, reasons) => {
    const unlisted = nothing();
    const at = Date.parse(unlisted.schedule?.scheduledAt ?? '') + hours * 3_600_000;
    const schedule = { status, scheduledAt: new Date(at).toISOString() };
    const one = inHours(6, 7, 'sale', 'updateEnabled', { schedule });
    const get = makeGetForecast(await forecastWorld([unlisted, one]));
    const result = await get({ credentials: 'shop', projectId: 'shop', id: 7 });
    expect(result._unsafeUnwrap()).toMatchObject({ forecast: { forecast }, reasons });
  });
});

describe('an environment', () => {
  const reasonsOf = async (known: readonly string[], ...environments: readonly string[]) => {
    const ports = await forecastWorld([]);
    for (const projectId of known) {
      const lists = { environment: ['production', projectId] };
      const asOf = new Date().toISOString();
      (await ports.names.replace({ projectId, asOf, lists }))._unsafeUnwrap();
    }
    const call = { credentials: 'shop bank', limit, environments };
    return (await makeGetForecasts(ports)(call))._unsafeUnwrap().reasons;
  };

  test('that no project has is a reason why not all is known', async () => {
    const known = ['shop', 'bank'];
    expect(await reasonsOf(known, 'prodction')).toEqual(['not-found']);
    expect(await reasonsOf(known, 'production', 'prodction')).toEqual(['not-found']);
  });

  test('that one of the projects has, or may have, is none', async () => {
    expect(await reasonsOf(['shop', 'bank'], 'production', 'shop')).toEqual([]);
    expect(await reasonsOf(['shop'], 'prodction')).toEqual([]);
    expect(await reasonsOf([], 'prodction')).toEqual([]);
  });
});

describe('the forecast of one', () => {
  const archive = inHours(1, 1, 'sale', 'archiveFeature');

  test.each<[string, readonly FeatureChanges[], string, readonly string[]]>([
    ['lists nothing', [], 'unknown', ['doubt']],
    ['does not list the changes of a feature', [{ name: 'x', changes: [] }], 'unknown', ['doubt']],
    [
      'may have more segments',
      [{ name: 'x', changes: [{ action: 'addStrategy' }] }],
      'unknown',
      ['doubt'],
    ],
    [
      'may have more segments, but will be suspended',
      [{ name: 'sale', changes: [{ action: 'addStrategy' }] }],
      'suspended',
      [],
    ],
    [
      'may only use more definitions, which no change request changes',
      [
        {
          name: 'x',
          changes: [{ action: 'updateMilestoneStrategy', payload: { id: 's', segments: [] } }],
        },
      ],
      'as-planned',
      [],
    ],
  ])('that %s is not as-planned without knowing', async (_, features, forecast, reasons) => {
    const one = inHours(3, 7, 'sale', 'updateEnabled', { features });
    const get = makeGetForecast(await forecastWorld([archive, one]));
    const result = await get({ credentials: 'shop bank', projectId: 'shop', id: 7 });
    expect(result._unsafeUnwrap()).toMatchObject({ forecast: { forecast }, reasons });
  });
});
