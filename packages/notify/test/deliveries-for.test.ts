import { expect, test } from 'vitest';
import { times } from '../../impact/test/samples.ts';
import type { AlertEvent } from '../src/alert-events.ts';
import type { Prediction } from '../src/alert.ts';
import { deliveriesFor } from '../src/deliveries-for.ts';
import { MAX_MESSAGES, SUMMARIZED_EVENTS } from '../src/webhook.ts';

/** Returns a prediction for a change request of the project `shop`, with a cause in each of these projects. */
const predictionOf = (...causedIn: readonly string[]): Prediction => ({
  project: 'shop',
  id: 1,
  environment: 'production',
  forecast: 'suspended',
  causes: causedIn.map((project) => ({
    project,
    id: 7,
    title: `secret of ${project}`,
    environment: 'production',
    path: 'features[0].changes[0]',
    touch: { path: 'features[0].changes[0]' },
    consequence: {
      outcome: 'suspended',
      rule: 'strategy-updated',
      why: 'why',
      next: 'next',
      evidence: 'documented',
    },
  })),
  causeCount: causedIn.length,
  hiddenCauses: 0,
  fingerprint: 'one',
});

const PLACE = { project: 'shop', environment: 'production' } as const;
const after = predictionOf('shop', 'pay', 'pay');
const before = predictionOf('pay');
const OF_PREDICTIONS: readonly AlertEvent[] = [
  { type: 'forecast-predicted', data: after, preData: null, ...PLACE },
  { type: 'forecast-changed', data: after, preData: before, ...PLACE },
  { type: 'forecast-resolved', data: null, preData: before, ...PLACE },
];

test.each(OF_PREDICTIONS)(
  'only counts the causes in projects that a webhook does not receive: $type',
  (event) => {
    const shop = { id: 'a', projects: ['shop'] };
    const messages = [[event], times(MAX_MESSAGES + 1, () => event)]
      .flatMap((events) => deliveriesFor(shop, events).added)
      .map(({ message }) => message);

    expect(messages.map(({ kind }) => kind)).toEqual(['event', 'summary']);
    expect(JSON.stringify(messages)).not.toMatch(/pay/);
    const told = messages.flatMap((each) => (each.kind === 'event' ? [each.event] : each.first));
    expect(told).toHaveLength(1 + SUMMARIZED_EVENTS);
    for (const each of told) {
      expect([countsOf(each.data), countsOf(each.preData)]).toEqual([
        event.data === null ? undefined : { shown: 1, hiddenCauses: 2, causeCount: 3 },
        event.preData === null ? undefined : { shown: 0, hiddenCauses: 1, causeCount: 1 },
      ]);
    }
  },
);

function countsOf(prediction: AlertEvent['data' | 'preData']) {
  if (prediction === null || !('causes' in prediction)) return undefined;
  const { causes, causeCount, hiddenCauses } = prediction;
  return { shown: causes.length, hiddenCauses, causeCount };
}

test('shows the causes in all projects that a webhook receives', () => {
  for (const projects of [undefined, ['pay', 'shop']]) {
    const webhook = { id: 'a', ...(projects === undefined ? {} : { projects }) };
    const messages = deliveriesFor(webhook, OF_PREDICTIONS).added.map(({ message }) => message);
    expect(messages).toEqual(OF_PREDICTIONS.map((event) => ({ kind: 'event', event })));
  }
});

test('tells what has its first cause in common as one story, and the rest by itself', () => {
  const told = (type: AlertEvent['type'], id: number, cause = 'shop') => {
    const prediction = { ...predictionOf(cause), id };
    const data = type === 'forecast-resolved' ? null : prediction;
    return {
      type,
      data,
      preData: type === 'forecast-predicted' ? null : prediction,
      ...PLACE,
    } as AlertEvent;
  };
  const [first, second, third] = [
    told('forecast-predicted', 1),
    told('forecast-predicted', 3),
    told('forecast-changed', 4),
  ];
  const other = told('forecast-predicted', 2, 'pay');
  const over = [5, 6].map((id) => told('forecast-resolved', id));
  const messages = deliveriesFor({ id: 'a' }, [first, other, second, third, ...over]).added;

  const summary = { kind: 'summary', reason: 'one-cause' };
  const counts = { 'forecast-predicted': 2, 'forecast-changed': 1 };
  expect(messages.map(({ subject, message }) => [subject, message])).toEqual([
    ['', { ...summary, counts, first: [first, second, third] }],
    ['forecast 2 shop', { kind: 'event', event: other }],
    ['', { ...summary, counts: { 'forecast-resolved': 2 }, first: over }],
  ]);
});

test('tells nothing as one story because of a cause that the webhook does not receive', () => {
  const events = [1, 2].map((id): AlertEvent => {
    const data = { ...predictionOf('pay'), id };
    return { type: 'forecast-predicted', data, preData: null, ...PLACE };
  });
  const messages = deliveriesFor({ id: 'a', projects: ['shop'] }, events).added;
  expect(messages.map(({ message }) => message.kind)).toEqual(['event', 'event']);
});
