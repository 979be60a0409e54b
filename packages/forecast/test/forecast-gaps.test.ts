import type { FeatureChanges } from '@forewarn/core';
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
  const nothing = () =>
    inHours(6, 6, 'sale', 'updateEnabled', { features: [], environment: 'development' });
  const reasonsOf = async (given: Partial<ForecastCommand> = {}) => {
    const get = makeGetForecasts(await forecastWorld([nothing()]));
    const page = (await get({ credentials: 'shop', limit, ...given }))._unsafeUnwrap();
    expect(page.forecasts).toEqual([]);
    return page.reasons;
  };

  test('is a reason why not all that will not go as planned is known', async () => {
    expect(await reasonsOf()).toEqual(['doubt']);
    const get = makeGetProjectForecasts(await forecastWorld([nothing()]));
    const page = await get({ credentials: 'shop', projectId: 'shop', limit });
    expect(page._unsafeUnwrap().reasons).toEqual(['doubt']);
  });

  test('is none if it is applied later', async () => {
    expect(await reasonsOf({ to: Date.now() + 3_600_000 })).toEqual([]);
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

test('an environment that no project has is a reason why not all is known', async () => {
  const ports = await forecastWorld([]);
  for (const projectId of ['shop', 'bank']) {
    const lists = { environment: ['production'] };
    const asOf = new Date().toISOString();
    (await ports.names.replace({ projectId, asOf, lists }))._unsafeUnwrap();
  }
  const call = { credentials: 'shop bank', limit, environments: ['prodction'] };

  expect((await makeGetForecasts(ports)(call))._unsafeUnwrap().reasons).toEqual(['not-found']);
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
