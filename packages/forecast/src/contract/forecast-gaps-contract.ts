import assert from 'node:assert/strict';
import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import {
  at,
  contractOf,
  enabling,
  PROJECT,
  recordAll,
  registerProjects,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { ForecastFindings } from '../forecast-reader.ts';
import { forecastFrom, type ForecastsAsked } from './by-rule.ts';
import type { ForecastingPorts, ForecastPorts } from './forecast-ports.ts';
import { changing, FRIDAY, MONDAY, TUESDAY } from './samples.ts';

const NO_PARENT: Change = { action: 'addDependency' };
const [MONDAY_MS, TUESDAY_MS, FRIDAY_MS] = [MONDAY, TUESDAY, FRIDAY].map((time) =>
  Date.parse(time),
) as [number, number, number];

const unlisted = (
  id: number,
  scheduledAt: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => at(scheduledAt, { id, features: [], segments: [], ...given });

/** What may affect any feature, which no forecast finds. */
export const forecastGapsContract = contractOf<ForecastPorts>('ForecastReader, gaps', {
  'returns the soonest time of what is planned and may affect any feature': async ({ store }) => {
    const scheduled = [
      unlisted(1, MONDAY, { schedule: { status: 'failed', scheduledAt: MONDAY } }),
      unlisted(2, MONDAY, { project: 'bank', environment: 'development' }),
      at(TUESDAY, { id: 3, features: changing('a', NO_PARENT) }),
      unlisted(4, FRIDAY),
      at(MONDAY, { id: 5, features: enabling('a') }),
      // This one may only have more segments.
      at(MONDAY, { id: 6, project: 'other', features: changing('a', { action: 'addStrategy' }) }),
      unlisted(7, 'on Monday'),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank', 'other');
    const cases: readonly (readonly [ForecastsAsked, number | undefined])[] = [
      [{ projectIds: [PROJECT, 'bank'] }, MONDAY_MS],
      [{ projectIds: ['bank'], environments: ['production'], from: FRIDAY_MS }, MONDAY_MS],
      [{ projectIds: ['bank'], now: MONDAY_MS }, MONDAY_MS],
      [{ projectIds: ['bank'], now: MONDAY_MS + 1 }, undefined],
      [{ projectIds: [PROJECT, 'none'] }, TUESDAY_MS],
      [{ projectIds: [PROJECT], only: { projectId: PROJECT, id: 5 }, limit: 1 }, TUESDAY_MS],
      [{ projectIds: [PROJECT], now: TUESDAY_MS + 1 }, FRIDAY_MS],
      [{ projectIds: [PROJECT], now: FRIDAY_MS + 1 }, undefined],
      [{ projectIds: ['other'] }, undefined],
      [{ projectIds: [] }, undefined],
    ];
    for (const [query, expected] of cases) {
      const { unlistedAt } = await forecastFrom(store, query);
      assert.deepEqual([query, unlistedAt], [query, expected]);
    }
  },
});

/** What a forecast tells of environments, for stores that know names. */
export const forecastEnvironmentsContract = contractOf<ForecastingPorts>(
  'ForecastReader, environments',
  {
    'tells that no project has an environment, once all have listed theirs': async ({ store }) => {
      await registerProjects(store, PROJECT, 'bank');
      const lacks = async (
        ...environments: readonly string[]
      ): Promise<ForecastFindings['lacksEnvironment']> =>
        (await forecastFrom(store, { projectIds: [PROJECT, 'bank'], environments }))
          .lacksEnvironment;
      const list = (projectId: string): Promise<void> =>
        valueOf(
          store.names.replace({ projectId, asOf: MONDAY, lists: { environment: [projectId] } }),
        );
      assert.equal(await lacks('prodction'), undefined);
      await list(PROJECT);
      assert.equal(await lacks('prodction'), undefined);
      await list('bank');
      assert.equal(await lacks('prodction'), true);
      assert.equal(await lacks('bank', 'prodction'), true);
      assert.equal(await lacks('bank', PROJECT), undefined);
      assert.equal(await lacks(), undefined);
      const { lacksEnvironment } = await forecastFrom(store, { projectIds: [PROJECT, 'bank'] });
      assert.equal(lacksEnvironment, undefined);
    },
  },
);
