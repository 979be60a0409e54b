import type { Client } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import type { ForecastReport } from '../../src/forecast/ask-forecasts.ts';
import { summaryOf } from '../../src/forecast/describe-forecasts.ts';
import { annotationsOf } from '../../src/forecast/forecast-report.ts';
import { junitOf } from '../../src/forecast/junit.ts';
import { unlessUncheckedEnvironments } from '../../src/forecast/unless-unchecked-environments.ts';
import { clear, reportOf, suspended } from './forecasts.ts';

/** A server that knows that the environment `known` exists in `shop`, and of something scheduled in `used`. */
function serverOf() {
  const asked: (string | undefined)[] = [];
  const impactIn = async (
    project: string | undefined,
    targets: Parameters<Client['getImpact']>[0],
  ): ReturnType<Client['getImpact']> => {
    asked.push(project);
    const impacts = targets.map(
      (target) =>
        ({
          ...NOTHING,
          target,
          names: target.environment === 'known' && project !== 'office' ? 'checked' : 'unchecked',
          count: target.environment === 'used' ? 1 : 0,
        }) as const,
    );
    return { outcome: 'done', value: { coverage: 'live', impacts } };
  };
  const client: Pick<Client, 'getImpact' | 'getProjectImpact'> = {
    getImpact: (targets) => impactIn(undefined, targets),
    getProjectImpact: impactIn,
  };
  return { client, asked };
}

const NOTHING = {
  outcome: 'none',
  complete: true,
  changeRequests: [],
  doubts: [],
  reasons: [],
} as const;

describe('an all-clear about environments', () => {
  test.each([
    [undefined, ['known', 'used'], undefined],
    [undefined, ['known', 'prodction'], ['prodction']],
    [['office', 'shop'], ['known'], undefined],
    [['office'], ['known'], ['known']],
  ])('of %j, %j, lacks %j', async (project, environment, unchecked) => {
    const { client, asked } = serverOf();
    const report = await unlessUncheckedEnvironments(client, clear, { project, environment });

    expect(report).toEqual(unchecked ? { ...clear, outcome: 'unknown', unchecked } : clear);
    expect(asked).toEqual(project ?? [undefined]);
  });

  test('is unknown if the server does not say whether they exist', async () => {
    const failure = { type: 'NoConnection', message: 'lost', cause: undefined } as const;
    const lost = async () => ({ outcome: 'unknown', failure }) as const;
    const client = { getImpact: lost, getProjectImpact: lost };

    expect(await unlessUncheckedEnvironments(client, clear, { environment: ['known'] })).toEqual({
      ...clear,
      outcome: 'unknown',
      failure,
    });
  });

  test('needs no project that does not respond if another one has them', async () => {
    const { client } = serverOf();
    const failure = { type: 'NoConnection', message: 'lost', cause: undefined } as const;
    const getProjectImpact: Client['getProjectImpact'] = async (project, targets) =>
      project === 'lost'
        ? { outcome: 'unknown', failure }
        : client.getProjectImpact(project, targets);
    const ask = (environment: readonly string[]) =>
      unlessUncheckedEnvironments({ ...client, getProjectImpact }, clear, {
        project: ['lost', 'shop'],
        environment,
      });

    expect(await ask(['known'])).toEqual(clear);
    expect(await ask(['prodction'])).toEqual({ ...clear, outcome: 'unknown', failure });
  });

  test.each<[string, ForecastReport, readonly string[] | undefined]>([
    ['nothing that is not clear', reportOf(suspended), ['prodction']],
    ['nothing about all environments', clear, undefined],
  ])('is about %s', async (_what, report, environment) => {
    const { client, asked } = serverOf();

    expect(await unlessUncheckedEnvironments(client, report, { environment })).toBe(report);
    expect(asked).toEqual([]);
  });
});

test('each report names an environment that is not known to exist', () => {
  const report: ForecastReport = { ...clear, outcome: 'unknown', unchecked: ['prodction'] };
  const summary = summaryOf(report, { environment: ['prodction'] }, 'the data is live');

  expect(summary).toBe(
    'unknown whether every pending change request scheduled from now on in the environment "prodction" of all projects that the key may read will go as planned: not known to exist: the environment "prodction"; the data is live',
  );
  expect(annotationsOf(report, summary)).toMatch(/^::error title=Unknown whether .*prodction/);
  expect(junitOf(report, summary)).toContain('<error type="unknown" message="unknown whether');
});
