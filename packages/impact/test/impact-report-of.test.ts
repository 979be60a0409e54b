import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { MAX_REPORT_LENGTH } from '../src/impact.ts';
import type { ImpactQuestion } from '../src/impact-question.ts';
import type { TargetFindings } from '../src/impact-reader.ts';
import { by } from '../src/consequence-of.ts';
import { impactReportOf } from '../src/impact-report-of.ts';
import {
  changeRequest,
  changing,
  changingCheckout,
  CHECKOUT,
  LIVE,
  NONE,
  NOTHING,
  times,
} from './samples.ts';

const asOf = (time: string): Coverage => ({ kind: 'as-of', asOf: time, source: 'import' });

/** The report of questions that have the same findings. */
const reportOf = (
  questions: readonly ImpactQuestion[],
  findings: Partial<TargetFindings>,
  coverage: readonly Coverage[] = [LIVE],
) =>
  impactReportOf(
    questions,
    {
      projects: coverage.map((each, index) => ({ projectId: `p-${index}`, coverage: each })),
      hasOtherProjects: false,
      targets: questions.map(() => ({ ...NOTHING, ...findings })),
    },
    undefined,
  );

const impactOf = async (question: ImpactQuestion, findings: Partial<TargetFindings>) =>
  (await reportOf([question], findings)).impacts[0];

const touchedBy = (each: ScheduledChangeRequest, question = CHECKOUT) =>
  impactOf(question, { count: 1, touching: [each] });

test('deleting a user is no all-clear, since Unleash does not tell who scheduled what', async () => {
  const user: ImpactQuestion = { target: { kind: 'user', name: 'ann' } };
  expect(await impactOf(user, {})).toMatchObject({ outcome: 'none' });
  const unknown = { outcome: 'unknown', reasons: ['doubt'], isComplete: false };
  expect(await impactOf({ ...user, intent: 'delete' }, {})).toMatchObject(unknown);
  const some = { outcome: 'some', isComplete: false };
  expect(await impactOf({ ...user, intent: 'delete' }, { count: 1 })).toMatchObject(some);
});

describe('impactReportOf: a change request that touches the target', () => {
  test('is told with when, whose and why', async () => {
    const schedule = { status: 'pending', scheduledAt: '2026-12-27T06:00:00.000Z' } as const;
    const createdBy = { username: 'maria' };
    const winter = changingCheckout({ id: 17, title: 'Winter', schedule, createdBy });
    const question: ImpactQuestion = { ...CHECKOUT, intent: 'archive' };

    expect(await touchedBy(winter, question)).toEqual({
      question,
      outcome: 'some',
      reasons: [],
      isComplete: true,
      names: 'unchecked',
      count: 1,
      changeRequests: [
        {
          project: 'shop',
          id: 17,
          environment: 'production',
          title: 'Winter',
          schedule,
          createdBy: 'maria',
          touches: [
            {
              path: 'features[0].changes[0]',
              action: 'updateEnabled',
              feature: 'checkout',
              consequence: by('feature-archived'),
            },
          ],
        },
      ],
      doubts: [],
    });
  });

  test('has no consequence without an intent, and only the touches of the target', async () => {
    const features = ['basket', 'checkout'].map((name) =>
      changing(name, 'patchVariant', 'updateStrategy'),
    );
    const target = { kind: 'featureVariants', feature: 'checkout' } as const;
    const impact = await touchedBy(changeRequest({ features }), { target });

    expect(impact?.changeRequests).toEqual([
      {
        project: 'shop',
        id: 1,
        environment: 'production',
        touches: [{ path: 'features[1].changes[0]', action: 'patchVariant', feature: 'checkout' }],
      },
    ]);
  });

  test.each<[unknown, string | undefined]>([
    [{ username: 'maria', name: 'Maria' }, 'maria'],
    [{ username: null, name: 'Maria' }, 'Maria'],
    [{ id: 3, username: '' }, undefined],
    ['maria', 'maria'],
    ['', undefined],
    [7, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('created by %j is by %j', async (createdBy, expected) => {
    const impact = await touchedBy(changingCheckout({ createdBy }));

    expect(impact?.changeRequests[0]?.createdBy).toBe(expected);
  });

  test('lists its first 100 touches', async () => {
    const features = [changing('checkout', ...times(101, () => 'updateEnabled'))];
    const impact = await touchedBy(changeRequest({ features }));

    expect(impact?.changeRequests[0]?.touches).toHaveLength(100);
    expect(impact?.changeRequests[0]?.touches[99]?.path).toBe('features[0].changes[99]');
  });

  test('is explained for each of several targets', async () => {
    const questions = times(3, () => CHECKOUT);
    const { impacts } = await reportOf(questions, { count: 1, touching: [changingCheckout()] });

    expect(impacts.map(({ changeRequests }) => changeRequests.length)).toEqual([1, 1, 1]);
  });
});

describe('impactReportOf: doubts', () => {
  const segment: ImpactQuestion = { target: { kind: 'segment', id: 7 } };
  const strategy = { kind: 'strategy', id: 's-1' } as const;
  const unknown = { action: 'launchRocket' };

  const doubtsOf = async (
    doubtful: readonly ScheduledChangeRequest[],
    question: ImpactQuestion = segment,
  ) => (await impactOf(question, { isDoubtful: true, doubtful }))?.doubts;

  test('are told with their change request, and make the outcome unknown', async () => {
    const doubtful = [changeRequest({ features: [changing('checkout', 'launchRocket')] })];

    expect(await impactOf(segment, { isDoubtful: true, doubtful })).toMatchObject({
      outcome: 'unknown',
      reasons: ['doubt'],
      count: 0,
      doubts: [
        {
          project: 'shop',
          id: 1,
          environment: 'production',
          path: 'features[0].changes[0]',
          why: 'unknown-action',
          kinds: ['strategy', 'featureVariants', 'segment', 'strategyDefinition', 'contextField'],
        },
      ],
    });
  });

  test('about other targets are not told', async () => {
    const doubtful = [changeRequest({ segments: [{ action: 'deleteSegment' }] })];

    expect(await doubtsOf(doubtful, { target: strategy })).toEqual([]);
  });

  test('are told beside touches', async () => {
    const each = changeRequest({
      segments: [{ action: 'updateSegment', payload: { id: 7 } }, { action: 'deleteSegment' }],
    });
    const findings = { count: 1, touching: [each], isDoubtful: true, doubtful: [each] };

    expect(await impactOf(segment, findings)).toMatchObject({
      outcome: 'some',
      reasons: [],
      doubts: [{ path: 'segments[1]', why: 'missing-id', kinds: ['segment'] }],
    });
  });

  test('are at most 100', async () => {
    const features = [changing('checkout', ...times(60, () => 'launchRocket'))];
    const doubtful = [1, 2].map((id) => changeRequest({ id, features }));

    expect(await doubtsOf(doubtful)).toHaveLength(100);
  });

  test('count even if their change request is not listed', async () => {
    expect((await impactOf(segment, { isDoubtful: true }))?.outcome).toBe('unknown');
  });

  test('about a strategy are those of its feature and those under none, in order', async () => {
    const each = changeRequest({
      features: ['a', 'checkout', 'a'].map((name) => changing(name, 'launchRocket')),
      segments: [unknown],
    });
    const pathsOf = async (question: ImpactQuestion) =>
      (await doubtsOf([each], question))?.map(({ path }) => path);
    const ofFeature = (index: number) => `features[${index}].changes[0]`;
    const inA = [ofFeature(0), ofFeature(2), 'segments[0]'];

    expect(await pathsOf({ target: strategy, feature: 'a' })).toEqual(inA);
    expect(await pathsOf({ target: strategy })).toEqual(inA.toSpliced(1, 0, ofFeature(1)));
  });
});

describe('impactReportOf: asOf', () => {
  test('is absent when all data is live', async () => {
    expect(await reportOf([CHECKOUT], {}, [LIVE, LIVE])).not.toHaveProperty('asOf');
  });

  test('is the oldest time', async () => {
    const coverage = [LIVE, asOf('2026-11-20T12:00:00.000Z'), asOf('2026-11-19T23:00:00.000Z')];

    expect((await reportOf([CHECKOUT], {}, coverage)).asOf).toBe('2026-11-19T23:00:00.000Z');
  });
});

describe('impactReportOf: coverage', () => {
  const OLD = asOf('2026-11-20T12:00:00.000Z');

  test.each([
    ['live', [LIVE, LIVE], false],
    ['as-of', [LIVE, OLD], false],
    ['none', [LIVE, OLD, NONE], false],
    ['none', [LIVE], true],
    ['none', [], false],
  ] as const)('is %s of the least that is known: %j', async (expected, known, hasOtherProjects) => {
    for (const count of [0, 1]) {
      const projects = known.map((coverage) => ({ projectId: 'shop', coverage }));
      const targets = [{ count, touching: [], isDoubtful: false, doubtful: [] }];
      const found = { projects, hasOtherProjects, targets };
      expect(await impactReportOf([CHECKOUT], found, undefined)).toMatchObject({
        coverage: expected,
      });
    }
  });
});

describe('impactReportOf: what would be too long', () => {
  const LONG = 'x'.repeat(100_000);
  const names = times(3, (index) => `f-${index}`);
  const features = names.map((name) => changing(name));
  const impactsOf = async (touching: readonly ScheduledChangeRequest[]) => {
    const questions = names.map((name): ImpactQuestion => ({ target: { kind: 'feature', name } }));
    const { impacts } = await reportOf(questions, { count: touching.length, touching });
    expect(impacts.map(({ count, outcome }) => [count, outcome])).toEqual(
      names.map(() => [touching.length, 'some']),
    );
    return impacts;
  };

  test('lists the first of each target before the second of any, and counts all', async () => {
    const impacts = await impactsOf(
      times(10, (id) => changeRequest({ id, environment: LONG, features })),
    );

    expect(JSON.stringify(impacts).length).toBeLessThan(MAX_REPORT_LENGTH);
    const listed = impacts.map(({ changeRequests }) => changeRequests.map(({ id }) => id).join(''));
    expect(listed).toEqual(['0123456', '0123456', '012345']);
  });

  test('lists one change request, however long', async () => {
    const impacts = await impactsOf([changeRequest({ environment: LONG.repeat(30), features })]);

    expect(impacts.map(({ changeRequests }) => changeRequests.length)).toEqual([1, 0, 0]);
  });

  test('counts the doubts that it lists', async () => {
    const segments = [{ action: 'launchRocket' }];
    const doubtful = times(100, (id) => changeRequest({ id, environment: LONG, segments }));
    const impact = await impactOf(
      { target: { kind: 'segment', id: 7 } },
      { isDoubtful: true, doubtful },
    );

    expect(impact?.doubts).toHaveLength(20);
    expect(impact).toMatchObject({ outcome: 'unknown', reasons: ['doubt'] });
  });
});
