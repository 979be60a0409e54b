import type { Forecast, ForecastPage, Outcome } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import { askForecasts } from '../../src/forecast/ask-forecasts.ts';
import { clear, doubtful, page, serverOf, suspended } from './forecasts.ts';

const AS_OF = '2026-11-21T10:42:00.000Z';
const FAILURE = { type: 'NoConnection', message: 'lost', cause: undefined } as const;
const lost = { outcome: 'unknown', failure: FAILURE } as const;

describe('the pages', () => {
  test('are all read, also after an empty one', async () => {
    const { client, asked } = serverOf(
      page([suspended], { cursor: 'a' }),
      page([], { cursor: 'b' }),
      page([doubtful]),
    );

    const report = await askForecasts(client, { environment: ['production'] });

    expect(report).toMatchObject({
      ...clear,
      outcome: 'not-as-planned',
      forecasts: [suspended, doubtful],
      breaking: [{ id: 12, breaks: [{ id: 15, outcome: 'suspended' }] }],
    });
    const filter = { environments: ['production'] };
    expect(asked).toEqual([filter, { ...filter, cursor: 'a' }, { ...filter, cursor: 'b' }, {}]);
  });

  test('of several projects are put together by time, and each project is asked about once', async () => {
    const later = {
      ...suspended,
      schedule: { ...doubtful.schedule!, scheduledAt: '2027-02-01T06:00:00Z' },
    };
    const { client, asked } = serverOf(page([later], { asOf: AS_OF }), page([doubtful]));

    const { forecasts, coverage, asOf } = await askForecasts(client, {
      project: ['shop', 'office', 'shop'],
    });

    expect(asked).toEqual([{ projectId: 'shop' }, { projectId: 'office' }, {}]);
    expect(forecasts).toEqual([doubtful, later]);
    expect([coverage, asOf]).toEqual(['as-of', AS_OF]);
  });

  test('of several projects call an environment misspelt only if none of them has it', async () => {
    const lacking = page([], { reasons: ['not-found', 'doubt'] });
    const project = ['shop', 'office'];

    const { client } = serverOf(lacking, page([]));
    expect((await askForecasts(client, { project })).reasons).toEqual(['doubt']);
    const { client: other } = serverOf(lacking, page([], { reasons: ['not-found'] }));
    expect((await askForecasts(other, { project })).reasons).toEqual(['not-found', 'doubt']);
  });

  test('end at the given time from now, by the clock of the server', async () => {
    const { client, asked } = serverOf(page([]));

    await askForecasts(client, { within: 3_600_000 });

    expect(asked).toEqual([{ within: 3_600 }, {}]);
  });

  test('tell what breaks others within a time by the clock of the server', async () => {
    const servedAt = '2027-01-11T05:30:00.000Z';
    const { client } = serverOf(page([], { servedAt }), page([suspended], { servedAt }));

    const report = await askForecasts(client, { within: 3_600_000 });

    expect(report).toMatchObject({ outcome: 'not-as-planned', breaking: [{ id: 12 }] });
  });

  test.each([
    ['pages', { pages: 5, entries: 100, ms: 60_000 }, 5],
    ['entries', { pages: 100, entries: 5, ms: 60_000 }, 3],
    ['time', { pages: 100, entries: 100, ms: -1 }, 0],
  ])(
    'are read up to a maximum of %s, and what is left out is unknown',
    async (_of, limits, count) => {
      let cursor = 0;
      const listForecasts = () => Promise.resolve(page([suspended], { cursor: `${cursor++}` }));

      const report = await askForecasts({ listForecasts }, {}, { limits });

      expect(report.forecasts).toHaveLength(count);
      expect(report.failure?.message).toMatch(/too long to read .* narrow it by project/);
    },
  );
});

const goes = (forecast: Forecast['forecast']): Forecast => ({ ...suspended, forecast });

test.each<[string, string, readonly [Outcome<ForecastPage>, ...Outcome<ForecastPage>[]]]>([
  ['as-planned', 'no change request is listed', [page([])]],
  ['as-planned', 'the data is of some time', [page([], { asOf: AS_OF })]],
  ['not-as-planned', 'one fails', [page([goes('unknown'), goes('fails')])]],
  ['not-as-planned', 'one is suspended', [page([goes('suspended')])]],
  ['not-as-planned', 'one changes', [page([goes('changed')])]],
  [
    'not-as-planned',
    'one fails, and not all is known',
    [page([goes('fails')], { reasons: ['too-old'] })],
  ],
  [
    'not-as-planned',
    'one fails, and the next page is lost',
    [page([goes('fails')], { cursor: 'a' }), lost],
  ],
  ['unknown', 'one is unknown', [page([goes('unknown')])]],
  ['unknown', 'not all is known', [page([], { reasons: ['no-coverage'], isIncomplete: true })]],
  [
    'unknown',
    'a later page gives reasons',
    [page([], { cursor: 'a' }), page([], { reasons: ['too-old'] })],
  ],
  ['unknown', 'a later page is lost', [page([], { cursor: 'a' }), lost]],
  ['unknown', 'the server can not be reached', [lost]],
])('the outcome is %s if %s', async (outcome, _if, pages) => {
  expect((await askForecasts(serverOf(...pages).client, {})).outcome).toBe(outcome);
});

test('one project that can not be read does not hide another', async () => {
  const refusal = { type: 'ErrorResponse', status: 404, name: 'x', message: 'none' } as const;
  const { client } = serverOf({ outcome: 'refused', failure: refusal }, page([suspended]));

  const report = await askForecasts(client, { project: ['shpo', 'shop'] });

  const forecasts = [suspended];
  expect(report).toMatchObject({ outcome: 'not-as-planned', forecasts, failure: refusal });
});
