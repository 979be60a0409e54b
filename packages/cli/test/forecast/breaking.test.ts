import type { Forecast } from '@forewarn/client';
import { uncertain } from '@forewarn/forecast';
import { describe, expect, test } from 'vitest';
import { askForecasts } from '../../src/forecast/ask-forecasts.ts';
import type { ForecastQuestion } from '../../src/forecast/forecast-question.ts';
import { breakingIn } from '../../src/forecast/breaking.ts';
import { summaryOf } from '../../src/forecast/describe-forecasts.ts';
import { annotationsOf, tableOf } from '../../src/forecast/forecast-report.ts';
import { junitOf } from '../../src/forecast/junit.ts';
import { markdownOf } from '../../src/forecast/markdown.ts';
import { forecastTool } from '../../src/forecast/forecast-tool.ts';
import { toolOver } from '../tool-over.ts';
import { archived, clear, page, serverOf, suspended } from './forecasts.ts';

const NOW = Date.parse('2027-01-10T06:00:00Z');
const DAY_MS = 86_400_000;

const broken = (question: ForecastQuestion, ...forecasts: readonly Forecast[]) =>
  breakingIn(forecasts, question, NOW).map(({ id, breaks }) => [
    id,
    ...breaks.map((each) => `${each.id} ${each.outcome}`),
  ]);

describe('breakingIn', () => {
  test('inverts causes: each other one once, the soonest first', () => {
    const schedule = { status: 'pending', scheduledAt: '2027-01-10T07:00:00Z' } as const;
    const sooner = { ...archived, id: 11, schedule };
    const other = { ...suspended, id: 3, causes: [archived, archived, sooner] };
    expect(broken({}, suspended, other)).toEqual([
      [11, '3 suspended'],
      [12, '3 suspended', '15 suspended'],
    ]);
  });

  test.each<[string, ForecastQuestion, number]>([
    ['another project', { project: ['office'] }, 0],
    ['its project', { project: ['office', 'shop'] }, 1],
    ['another environment', { environment: ['staging'] }, 0],
    ['a time after it', { within: 2 * DAY_MS }, 1],
    ['a time before it', { within: DAY_MS }, 0],
  ])('finds the causes in %s', (_where, question, count) => {
    expect(broken(question, suspended)).toHaveLength(count);
  });

  test('is not sure of what may go as planned, and leaves out what is gone', () => {
    const gone = {
      gone: { kind: 'feature', name: 'checkout' },
      touch: archived.touch,
      consequence: archived.consequence,
    } as const;
    const causes = [gone, archived];
    expect(broken({}, { ...suspended, forecast: 'unknown', causes })).toEqual([[12, '15 unknown']]);
  });
});

/** What is asked about goes as planned, and breaks another one later. */
const breaking = breakingIn([suspended], {}, NOW);
const report = { ...clear, outcome: 'not-as-planned', breaking } as const;
const TEXT = '#12 in shop breaks #15 in shop (will be suspended)';

describe('a schedule that goes as planned itself, and breaks what is outside of the question', () => {
  test('is not as planned', async () => {
    const { client } = serverOf(page([]), page([suspended]));
    const asked = await askForecasts(client, { environment: ['production'] });
    expect(asked).toMatchObject({ outcome: 'not-as-planned', forecasts: [], breaking });
  });

  test('is unknown if what it breaks can not be read', async () => {
    const failure = { type: 'NoConnection', message: 'lost', cause: undefined } as const;
    const { client } = serverOf(page([]), { outcome: 'unknown', failure });
    expect(await askForecasts(client, { project: ['shop'] })).toMatchObject({
      outcome: 'unknown',
      failure,
    });
  });

  test('is unknown if one that is outside does not list all of its causes', async () => {
    const cut = { ...suspended, causeCount: 3, hiddenCauses: 1 };
    const question = { project: ['office'] };
    const asked = async (forecast: Forecast) =>
      askForecasts(serverOf(page([]), page([forecast])).client, question);

    const consequence = uncertain('too-many-effects');
    for (const each of [
      cut,
      { ...cut, causes: [], causeCount: 0, hiddenCauses: 0, reasons: ['too-many-causes' as const] },
      { ...suspended, causes: suspended.causes.map((cause) => ({ ...cause, consequence })) },
    ]) {
      const unknown = await asked(each);
      expect(unknown).toMatchObject({ outcome: 'unknown', forecasts: [], breaking: [] });
      expect(summaryOf(unknown, question, undefined)).toContain('#15 in shop does not list all');
    }
    expect((await asked({ ...cut, hiddenCauses: 2 })).outcome).toBe('as-planned');
  });

  test('says what it breaks, in each form', () => {
    expect(summaryOf(report, { within: DAY_MS }, 'the data is live')).toBe(
      `every pending change request scheduled for the next 24 hours in all projects that the key may read will go as planned itself; ${TEXT}; the data is live`,
    );
    expect(tableOf(report, true)).toMatch(/12 +production .*Retire it +#15 in shop \(will be/);
    expect(annotationsOf(report, '')).toContain(`::error title=${TEXT}::Retire it, in production`);
    expect(junitOf(report, '')).toContain('name="#12 Retire it: breaks others" time="0"><failure');
    expect(markdownOf(report, 'x')).toContain(
      '`#12 in shop, production: Retire it` | `breaks others` | `#15 in shop (will be suspended)` |',
    );
  });

  test('tells an assistant how many more break others', async () => {
    const causes = Array.from({ length: 52 }, (_, id) => ({ ...archived, id }));
    const { client } = serverOf(page([{ ...suspended, causes, causeCount: 52 }]));
    const { structuredContent } = await toolOver(forecastTool, client)({});
    const all = (structuredContent as { readonly breaking: readonly string[] }).breaking;
    expect([all.length, all.at(-1)]).toEqual([51, '2 more break others']);
  });
});
