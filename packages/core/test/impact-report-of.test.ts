import { describe, expect, test } from 'vitest';
import {
  type Coverage,
  type ImpactQuestion,
  type ImpactReport,
  impactReportOf,
  type ScheduledChangeRequest,
  type TargetFindings,
} from '../src/index.ts';

const CHECKOUT: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };
const NOTHING: TargetFindings = { count: 0, touching: [], isDoubtful: false, doubtful: [] };
const LIVE: Coverage = { kind: 'live' };
const asOf = (time: string): Coverage => ({ kind: 'as-of', asOf: time, source: 'import' });

const changeRequest = (more: Partial<ScheduledChangeRequest> = {}): ScheduledChangeRequest => ({
  id: 17,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'updateEnabled' }] }],
  segments: [],
  ...more,
});

const report = (
  question: ImpactQuestion,
  findings: Partial<TargetFindings>,
  coverage: readonly Coverage[] = [LIVE],
) =>
  impactReportOf(
    [question],
    {
      projects: coverage.map((each, index) => ({ projectId: `p-${index}`, coverage: each })),
      hasOtherProjects: false,
      targets: [{ ...NOTHING, ...findings }],
    },
    undefined,
  );

/** The impact of the first question. */
const first = async (reported: Promise<ImpactReport>) => (await reported).impacts[0];

const touchedBy = (each: ScheduledChangeRequest, question = CHECKOUT) =>
  first(report(question, { count: 1, touching: [each] }));

describe('impactReportOf: a change request that touches the target', () => {
  test('is told with when, whose and why', async () => {
    const schedule = { status: 'pending', scheduledAt: '2026-12-27T06:00:00.000Z' } as const;
    const impact = await touchedBy(
      changeRequest({ title: 'Winter', schedule, createdBy: { username: 'maria' } }),
      { ...CHECKOUT, intent: 'archive' },
    );

    expect(impact).toEqual({
      question: { ...CHECKOUT, intent: 'archive' },
      outcome: 'some',
      reasons: [],
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
              consequence: {
                outcome: 'suspended',
                reschedulable: false,
                rule: 'feature-archived',
              },
            },
          ],
        },
      ],
      doubts: [],
    });
  });

  test('has no consequence without an intent, and only the touches of the target', async () => {
    const changes = [
      { action: 'patchVariant' },
      { action: 'updateStrategy', payload: { id: 's' } },
    ];
    const impact = await touchedBy(
      changeRequest({
        features: [
          { name: 'basket', changes },
          { name: 'checkout', changes },
        ],
      }),
      { target: { kind: 'featureVariants', feature: 'checkout' } },
    );

    expect(impact?.changeRequests).toEqual([
      {
        project: 'shop',
        id: 17,
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
    expect((await touchedBy(changeRequest({ createdBy })))?.changeRequests[0]?.createdBy).toBe(
      expected,
    );
  });

  test('lists its first 100 touches', async () => {
    const changes = Array.from({ length: 101 }, () => ({ action: 'updateEnabled' }));
    const impact = await touchedBy(changeRequest({ features: [{ name: 'checkout', changes }] }));

    expect(impact?.changeRequests[0]?.touches).toHaveLength(100);
    expect(impact?.changeRequests[0]?.touches[99]?.path).toBe('features[0].changes[99]');
  });
});

describe('impactReportOf: doubts', () => {
  const segment: ImpactQuestion = { target: { kind: 'segment', id: 7 } };
  const unknownAction = { action: 'launchRocket' };

  test('are told with their change request, and make the outcome unknown', async () => {
    const doubtful = [
      changeRequest({ features: [{ name: 'checkout', changes: [unknownAction] }] }),
    ];

    expect(await first(report(segment, { isDoubtful: true, doubtful }))).toMatchObject({
      outcome: 'unknown',
      reasons: ['doubt'],
      count: 0,
      doubts: [
        {
          project: 'shop',
          id: 17,
          environment: 'production',
          path: 'features[0].changes[0]',
          why: 'unknown-action',
          kinds: ['strategy', 'featureVariants', 'segment', 'strategyDefinition'],
        },
      ],
    });
  });

  test('about other targets are not told', async () => {
    const segments = [{ action: 'deleteSegment' }];
    const doubtful = [changeRequest({ features: [], segments })];
    const question: ImpactQuestion = { target: { kind: 'strategy', id: 's-1' } };

    expect((await first(report(question, { isDoubtful: true, doubtful })))?.doubts).toEqual([]);
  });

  test('are told beside touches', async () => {
    const each = changeRequest({
      segments: [{ action: 'updateSegment', payload: { id: 7 } }, { action: 'deleteSegment' }],
    });
    const findings = { count: 1, touching: [each], isDoubtful: true, doubtful: [each] };

    expect(await first(report(segment, findings))).toMatchObject({
      outcome: 'some',
      reasons: [],
      doubts: [{ path: 'segments[1]', why: 'missing-id', kinds: ['segment'] }],
    });
  });

  test('are at most 100', async () => {
    const changes = Array.from({ length: 60 }, () => unknownAction);
    const doubtful = [1, 2].map((id) =>
      changeRequest({ id, features: [{ name: 'checkout', changes }] }),
    );

    expect((await first(report(segment, { isDoubtful: true, doubtful })))?.doubts).toHaveLength(
      100,
    );
  });

  test('count even if their change request is not listed', async () => {
    expect((await first(report(segment, { isDoubtful: true })))?.outcome).toBe('unknown');
  });
});

describe('impactReportOf: asOf', () => {
  test('is absent when all data is live', async () => {
    expect(await report(CHECKOUT, {}, [LIVE, LIVE])).not.toHaveProperty('asOf');
  });

  test('is the oldest time', async () => {
    const coverage = [LIVE, asOf('2026-11-20T12:00:00.000Z'), asOf('2026-11-19T23:00:00.000Z')];

    expect((await report(CHECKOUT, {}, coverage)).asOf).toBe('2026-11-19T23:00:00.000Z');
  });
});

test('a change request on several targets is explained for each', async () => {
  const each = changeRequest();
  const questions = Array.from({ length: 3 }, () => CHECKOUT);
  const { impacts } = await impactReportOf(
    questions,
    {
      projects: [{ projectId: 'shop', coverage: LIVE }],
      hasOtherProjects: false,
      targets: questions.map(() => ({ ...NOTHING, count: 1, touching: [each] })),
    },
    undefined,
  );

  expect(impacts.map(({ changeRequests }) => changeRequests.length)).toEqual([1, 1, 1]);
});

test('the doubts about a strategy are those of its feature, and those under no feature, in order', async () => {
  const changes = [{ action: 'launchRocket' }];
  const each = changeRequest({
    features: ['a', 'checkout', 'a', 'checkout'].map((name) => ({ name, changes })),
    segments: [{ action: 'launchRocket' }],
  });
  const doubtsOf = async (feature?: string) => {
    const target = { kind: 'strategy', id: 's' } as const;
    const question = feature === undefined ? { target } : { target, feature };
    const impact = await first(report(question, { isDoubtful: true, doubtful: [each] }));
    return impact?.doubts.map(({ path }) => path);
  };

  expect(await doubtsOf('a')).toEqual([
    'features[0].changes[0]',
    'features[2].changes[0]',
    'segments[0]',
  ]);
  expect(await doubtsOf()).toEqual([
    'features[0].changes[0]',
    'features[1].changes[0]',
    'features[2].changes[0]',
    'features[3].changes[0]',
    'segments[0]',
  ]);
});
