import type { Forecast } from '@forewarn/client';
import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import type { ForecastReport } from '../../src/forecast/ask-forecasts.ts';
import type { ForecastQuestion } from '../../src/forecast/forecast-question.ts';
import { describeForecast, summaryOf } from '../../src/forecast/describe-forecasts.ts';
import { whysOf } from '../../src/forecast/forecast-report.ts';
import { ODD, PRINTED_ODD } from '../impact/impacts.ts';
import { archived, clear, doubtful, reportOf, suspended } from './forecasts.ts';

const unknown = { ...clear, outcome: 'unknown' } as const;
const failure = {
  type: 'ErrorResponse',
  status: 503,
  name: 'x',
  message: 'Busy.',
  id: 'u-1',
} as const;
const shop = { project: ['shop'], within: 604_800_000 };

describe('the summary', () => {
  test.each<[string, ForecastReport, ForecastQuestion]>([
    [
      'every pending change request scheduled from now on in all projects that the key may read will go as planned; those that failed, are suspended or overdue, or have no time, have no forecast, and what a change does not say that it touches is not looked at; the data is live',
      clear,
      {},
    ],
    [
      'every pending change request scheduled for the next 7 days in the project "shop" will go as planned; those that failed, are suspended or overdue, or have no time, have no forecast, and what a change does not say that it touches is not looked at; the data is live',
      clear,
      shop,
    ],
    [
      `every pending change request scheduled from now on in the environment "prodction" of the projects "a", "${PRINTED_ODD}" will go as planned; those that failed, are suspended or overdue, or have no time, have no forecast, and what a change does not say that it touches is not looked at; whether the environment exists is checked only where names are known; the data is live`,
      clear,
      { project: ['a', ODD], environment: ['prodction'] },
    ],
    [
      'unknown whether every pending change request scheduled from now on in the environment "prodction" of the project "shop" will go as planned: no environment has this name; the data is live',
      { ...unknown, reasons: ['not-found'] },
      { project: ['shop'], environment: ['prodction'] },
    ],
    [
      'of what is scheduled for the next 7 days in the project "shop", 1 will fail, 2 will be suspended, 1 may not go as planned; the data is live',
      reportOf(suspended, doubtful, { ...suspended, forecast: 'fails' }, suspended),
      shop,
    ],
    [
      'of what is scheduled for the next 7 days in the project "shop", 1 will have another effect; there may be more: the data is too old, Busy (error id u-1); the data is live',
      {
        ...reportOf({ ...suspended, forecast: 'changed' }),
        reasons: ['too-old'],
        failure: { ...failure, message: 'Busy' },
      },
      shop,
    ],
    [
      'unknown whether every pending change request scheduled for the next 7 days in the project "shop" will go as planned: no import or sync has listed all that is scheduled; the data is live',
      { ...unknown, reasons: ['no-coverage'] },
      shop,
    ],
    [
      'unknown whether every pending change request scheduled for the next 7 days in the project "shop" will go as planned: Busy. (error id u-1); the data is live',
      { ...unknown, failure },
      shop,
    ],
  ])('is %j', (text, report, question) => {
    expect(summaryOf(report, question, 'the data is live')).toBe(text);
  });
});

describe('a forecast in words', () => {
  test('names the cause, both changes, why and what to do', () => {
    expect(describeForecast(suspended)).toEqual({
      what: 'will be suspended',
      explanations: [
        {
          because: '"Retire it" (#12 in shop, 2027-01-11 06:00 UTC) archives feature checkout.',
          how: 'archiveFeature of checkout (features[0].changes[0]) affects updateStrategy of checkout (features[0].changes[1])',
          why: 'Unleash suspends the schedule of an archived feature.',
          todo: 'What to do with "Checkout for all":',
          next: 'Apply it before you archive, or revive the feature and schedule it again.',
        },
      ],
    });
  });

  test('counts what it does not show', () => {
    expect(describeForecast({ ...doubtful, causeCount: 4, hiddenCauses: 4 })).toEqual({
      what: 'may not go as planned',
      explanations: [],
      more: 'because of 4 changes in projects that this key may not read',
    });
  });

  const uncertain: Forecast['causes'][number] = { ...archived, consequence: by('no-rule') };

  test.each<[string, Partial<Forecast>]>([
    ['in a project that this key may not read', { causeCount: 2, hiddenCauses: 1 }],
    ['not among the soonest 1', { causeCount: 2 }],
    [
      'in a project that this key may not read or not among the soonest 1',
      { causeCount: 3, hiddenCauses: 1 },
    ],
  ])('says first that the change which decides it is %s', (where, more) => {
    const words = describeForecast({ ...suspended, causes: [uncertain], ...more });
    expect(whysOf(words).slice(0, 2)).toEqual([
      `the change that decides this is ${where}`,
      '"Retire it" (#12 in shop, 2027-01-11 06:00 UTC) archives feature checkout.',
    ]);
  });

  test.each(['lost', 'refused'] as const)('takes a change that is %s for a failure', (outcome) => {
    const cause = { ...archived, consequence: { ...archived.consequence, outcome } };
    const words = describeForecast({
      ...suspended,
      forecast: 'fails',
      causes: [uncertain, cause],
      causeCount: 3,
      hiddenCauses: 1,
    });
    expect(whysOf(words)[0]).toMatch('(#12 in shop');
  });

  test('gives the reason of one without causes', () => {
    const reasons = ['too-many-causes', 'too-old'] as const;
    const words = describeForecast({ ...doubtful, causeCount: 0, hiddenCauses: 0, reasons });
    expect(whysOf(words)).toEqual([
      'more is scheduled before it than can be read at once, the data is too old',
    ]);
  });

  test('shows the worst causes first, and those by one rule of a change request once', () => {
    const cause = (id: number, rule: Parameters<typeof by>[0]): Forecast['causes'][number] => ({
      ...archived,
      id,
      consequence: by(rule),
    });
    const causes = [
      cause(1, 'no-rule'),
      cause(2, 'feature-archived'),
      cause(2, 'feature-archived'),
      cause(3, 'no-rule'),
      cause(4, 'definition-deleted'),
      cause(5, 'feature-archived'),
    ];

    const { explanations, more } = describeForecast({
      ...suspended,
      causes,
      causeCount: 9,
      hiddenCauses: 1,
    });

    expect(explanations.map(({ because }) => /#\d/.exec(because)?.[0])).toEqual(['#4', '#2', '#5']);
    expect(more).toBe(
      'because of 4 more changes and 1 change in projects that this key may not read',
    );
  });
});

test('what is already gone is a cause with the event that removed it, or the time of a list', () => {
  const touch = { path: 'features[0].changes[0]', action: 'addStrategy', feature: 'sale' };
  const event = {
    id: 7,
    type: 'strategy-deleted',
    createdAt: '2026-11-27T08:00:12.000Z',
    createdBy: 'ada',
  } as const;
  const gone: Forecast = {
    ...suspended,
    forecast: 'fails',
    causes: [
      {
        gone: { kind: 'strategyDefinition', name: 'ramp' },
        event,
        touch,
        consequence: by('definition-deleted'),
      },
      {
        gone: { kind: 'segment', id: 7 },
        asOf: '2026-11-27T09:30:00.000Z',
        touch,
        consequence: by('segment-deleted'),
      },
    ],
    causeCount: 2,
  };
  expect(whysOf(describeForecast(gone))).toEqual([
    'The strategy definition "ramp" is already gone: ada deleted it, 2026-11-27 08:00 UTC.',
    'addStrategy of sale (features[0].changes[0]) needs it',
    'The strategy definition it names no longer exists.',
    `What to do with "Checkout for all": ${by('definition-deleted').next}`,
    'The segment 7 is already gone, as of 2026-11-27 09:30 UTC.',
    'addStrategy of sale (features[0].changes[0]) needs it',
    'The segment it names no longer exists.',
    `What to do with "Checkout for all": ${by('segment-deleted').next}`,
  ]);
});
