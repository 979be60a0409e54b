import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { changeRequest } from '../../../service/test/http/sample-data.ts';

const COUNT = 5_000;
const PROJECTS = 20;
const START_MS = Date.parse('2026-11-20T00:00:00Z');
const SPREAD_MS = 29 * 86_400_000;

/** What one of them does with its feature: each 25th archives it, which breaks later ones. */
const changesOf = (id: number): readonly Change[] =>
  id % 25 === 0
    ? [{ action: 'archiveFeature' }]
    : id % 7 === 0
      ? [
          {
            action: 'addStrategy',
            payload: { name: 'holidaySale', parameters: { countries: 'DE' } },
          },
        ]
      : id % 5 === 0
        ? [{ action: 'addDependency', payload: { feature: `feature-${(id + 40) % 997}` } }]
        : [{ action: 'updateEnabled', payload: { enabled: id % 2 === 0 } }];

/** Long enough for two lines of a phone. */
export const titleOf = (id: number): string =>
  `Change ${id} of the team that looks after part ${id % 31} of the shop`;

const oneOf = (id: number): ScheduledChangeRequest =>
  changeRequest(
    id,
    { [`feature-${(id * 13) % 997}`]: changesOf(id) },
    {
      project: `project-${id % PROJECTS}`,
      environment: ['development', 'production', 'staging'][id % 3] ?? '',
      title: titleOf(id),
      createdBy: { username: `person-${id % 50}` },
      schedule: {
        status: id % 100 === 3 ? 'failed' : 'pending',
        scheduledAt: new Date(START_MS + (id / COUNT) * SPREAD_MS).toISOString(),
      },
    },
  );

/** 5,000 change requests of 20 projects, from before to three weeks after the time of the tests. */
export const FIVE_THOUSAND = Array.from({ length: COUNT }, (_, id) => oneOf(id));
