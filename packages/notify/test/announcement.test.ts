import type { Prediction } from '@forewarn/notify';
import { expect, it } from 'vitest';
import { announcementOf } from '../src/service/announcement.ts';

const CONSEQUENCE = {
  outcome: 'suspended',
  rule: 'strategy-updated',
  evidence: 'documented',
  why: 'Unleash suspends a schedule that would overwrite the update.',
  next: 'Check what it overwrites.',
} as const;

const PLACE = { project: 'shop', environment: 'production' } as const;

/** A change request of a day in December. */
const later = (id: number, title: string, day = id) =>
  ({
    ...PLACE,
    id,
    title,
    schedule: { status: 'pending', scheduledAt: `2026-12-${day}T10:00:00.000Z` },
  }) as const;

const causing = (of: ReturnType<typeof later>, action: string) =>
  ({
    ...of,
    path: 'a',
    action,
    feature: 'card',
    touch: { path: 'b' },
    consequence: CONSEQUENCE,
  }) as const;

const predicted = (
  victim: Pick<Prediction, 'project' | 'id' | 'environment'>,
  causes: Prediction['causes'],
  forecast: Prediction['forecast'] = 'suspended',
): Prediction => ({
  ...victim,
  forecast,
  causes,
  causeCount: 1,
  hiddenCauses: 1 - causes.length,
  fingerprint: 'one',
});

const predictionOf = (data: Prediction) =>
  ({ type: 'forecast-predicted', data, preData: null, ...PLACE }) as const;

it('tells what one change request breaks as one story, with its way out', () => {
  const causes = [causing(later(10, '10 %'), 'updateStrategy')];
  const victims = [later(11, '50 %'), later(12, '100 %')].map((each) => predicted(each, causes));
  const summary = { kind: 'summary', reason: 'one-cause' } as const;
  const listed = [
    ['shop/11 in production', '"50 %" will be suspended, 2026-12-11T10:00:00.000Z'],
    ['shop/12 in production', '"100 %" will be suspended, 2026-12-12T10:00:00.000Z'],
  ];

  expect(
    announcementOf(
      { ...summary, counts: { 'forecast-predicted': 3 }, first: victims.map(predictionOf) },
      { publicUrl: 'https://flags.example.com' },
    ),
  ).toEqual({
    headline: '3 scheduled change requests will not, or may not, go as planned, for one reason',
    facts: [
      [
        'Cause',
        `"10 %" (#10 in shop, 2026-12-10 10:00 UTC) updates strategy of card. ${CONSEQUENCE.why}`,
      ],
      ...listed,
      ['More', '1'],
      ['Way out', CONSEQUENCE.next],
    ],
    links: [
      ['Open in Forewarn', 'https://flags.example.com/#/change-requests/shop/11'],
      ['Open cause in Forewarn', 'https://flags.example.com/#/change-requests/shop/10'],
    ],
  });
  const first = victims.map(
    (preData) => ({ type: 'forecast-resolved', data: null, preData, ...PLACE }) as const,
  );
  expect(announcementOf({ ...summary, counts: { 'forecast-resolved': 2 }, first }, {})).toEqual({
    headline: 'No longer predicted: 2 scheduled change requests will not go as planned',
    facts: listed,
    links: [],
  });
});

it.each([
  [['suspended', 'changed'], 'will not go'],
  [['fails', 'unknown'], 'will not, or may not, go'],
  [['unknown', 'unknown'], 'may not go'],
] as const)('says whether it is sure of predictions with the forecasts %j', (forecasts, words) => {
  const first = forecasts.map((each, id) => predictionOf(predicted({ ...PLACE, id }, [], each)));
  const counts = { 'forecast-predicted': first.length };

  expect(
    announcementOf({ kind: 'summary', reason: 'new-webhook', counts, first }, {}).headline,
  ).toBe(`2 scheduled change requests ${words} as planned`);
});

it('names the cause, the victim and the way out of one prediction', () => {
  const causes = [causing(later(13, 'Retire the card', 10), 'archiveFeature')];
  const event = predictionOf(predicted(later(14, 'Gift wrapping', 10), causes));

  expect(announcementOf({ kind: 'event', event }, {})).toMatchObject({
    headline: '"Gift wrapping" will be suspended',
    facts: [
      ['Change request', 'shop/14 in production'],
      ['Scheduled for', '2026-12-10T10:00:00.000Z'],
      [
        'Cause',
        `"Retire the card" (#13 in shop, 2026-12-10 10:00 UTC) archives feature card. ${CONSEQUENCE.why}`,
      ],
      ['Way out', `What to do with "Gift wrapping": ${CONSEQUENCE.next}`],
    ],
  });
});

it('tells what can be archived, since when, and to ask again', () => {
  const at = { after: '2026-11-27T10:00:00.000Z', asOf: '2026-11-27T10:02:00.000Z' };
  const event = {
    type: 'cleanup-ready',
    data: { project: 'shop', name: 'old-sale', ...at },
    preData: null,
    project: 'shop',
  } as const;

  expect(
    announcementOf({ kind: 'event', event }, { publicUrl: 'https://flags.example.com' }),
  ).toEqual({
    headline: '"old-sale" can be archived',
    facts: [
      ['Feature', 'old-sale in shop'],
      ['Since', at.after],
      ['As of', at.asOf],
      ['Next', 'Ask again just before you archive it: forewarn cleanup.'],
    ],
    links: [['Open in Forewarn', 'https://flags.example.com/#/cleanup?project=shop']],
  });
});

it('does not say of a slow receiver that it accepted nothing', () => {
  const counts = { 'data-too-old': 30 };
  const backlog = { kind: 'summary', reason: 'backlog', counts, first: [] } as const;

  expect(announcementOf(backlog, {}).headline).toBe(
    '30 alerts while others waited for this receiver',
  );
});
