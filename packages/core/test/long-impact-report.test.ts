import { expect, describe, test } from 'vitest';
import {
  type ImpactQuestion,
  type ImpactReport,
  impactReportOf,
  MAX_REPORT_LENGTH,
  type ScheduledChangeRequest,
  type TargetFindings,
} from '../src/index.ts';

const NOTHING: TargetFindings = { count: 0, touching: [], isDoubtful: false, doubtful: [] };
const LIVE = { kind: 'live' } as const;

const changeRequest = (more: Partial<ScheduledChangeRequest>): ScheduledChangeRequest => ({
  id: 17,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
  ...more,
});

describe('impactReportOf: what would be too long', () => {
  const LONG = 'x'.repeat(100_000);
  const questions = Array.from({ length: 3 }, (_, index): ImpactQuestion => ({
    target: { kind: 'feature', name: `f-${index}` },
  }));
  const features = questions.map((_, index) => ({ name: `f-${index}`, changes: [] }));
  const reportOf = async (touching: readonly ScheduledChangeRequest[]) => {
    const { impacts } = await impactReportOf(
      questions,
      {
        projects: [{ projectId: 'shop', coverage: LIVE }],
        hasOtherProjects: false,
        targets: questions.map(() => ({ ...NOTHING, count: touching.length, touching })),
      },
      undefined,
    );
    return impacts;
  };
  const listed = (impacts: ImpactReport['impacts']) =>
    impacts.map(({ changeRequests }) => changeRequests.map(({ id }) => id));

  test('lists the first of each target before the second of any, and counts all', async () => {
    const touching = Array.from({ length: 10 }, (_, id) =>
      changeRequest({ id, title: LONG, features }),
    );
    const impacts = await reportOf(touching);

    expect(JSON.stringify(impacts).length).toBeLessThan(MAX_REPORT_LENGTH);
    expect(listed(impacts)).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 5],
    ]);
    expect(impacts.map(({ count, outcome }) => [count, outcome])).toEqual([
      [10, 'some'],
      [10, 'some'],
      [10, 'some'],
    ]);
  });

  test('lists one change request, however long', async () => {
    const huge = changeRequest({ title: LONG.repeat(30), features });

    expect(listed(await reportOf([huge]))).toEqual([[17], [], []]);
  });

  test('counts the doubts that it lists', async () => {
    const doubtful = Array.from({ length: 100 }, (_, id) =>
      changeRequest({
        id,
        environment: LONG,
        features: [],
        segments: [{ action: 'launchRocket' }],
      }),
    );
    const { impacts } = await impactReportOf(
      [{ target: { kind: 'segment', id: 7 } }],
      {
        projects: [{ projectId: 'shop', coverage: LIVE }],
        hasOtherProjects: false,
        targets: [{ ...NOTHING, isDoubtful: true, doubtful }],
      },
      undefined,
    );

    expect(impacts[0]?.doubts).toHaveLength(20);
    expect(impacts[0]).toMatchObject({ outcome: 'unknown', reasons: ['doubt'] });
  });
});
