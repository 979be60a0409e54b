import { expect, test } from 'vitest';
import { clientOf, json } from './fake-network.ts';

test.each(['', '.', '..', '\ud800'])(
  'the name %j is not sent, because it is not a path segment',
  async (name) => {
    const { client, requests } = clientOf([() => json([])]);

    const outcomes = [
      await client.removeStrategy(name),
      await client.getScheduledChangeRequest(name, 7),
    ];

    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ outcome: 'refused', failure: { type: 'NotSent' } });
    }
    expect(await client.getScheduledChangeRequests(name, { feature: ['checkout'] })).toMatchObject({
      outcome: 'unknown',
    });
    expect(requests).toEqual([]);
  },
);

const circle: Record<string, unknown> = {};
circle['payload'] = circle;
const unwilling = () => {
  throw new Error('no');
};

test.each([
  ['refers to itself', circle, /circular/],
  ['has a BigInt', { payload: 7n }, /BigInt/],
  ['throws in toJSON', { toJSON: unwilling }, /no$/],
  ['serializes to undefined', { toJSON: () => undefined }, /the type object$/],
  ['is a function', unwilling, /the type function$/],
])('a body that %s is not sent', async (_how, body, reason) => {
  const { client, requests } = clientOf([() => json({})]);
  // JavaScript callers can pass anything.
  const loose = body as never;

  const outcomes = [
    await client.createStrategy(loose),
    await client.recordScheduledChangeRequests('shop', loose),
  ];

  for (const outcome of outcomes) {
    const message = expect.stringMatching(reason) as string;
    expect(outcome).toEqual({ outcome: 'refused', failure: { type: 'NotSent', message } });
  }
  expect(requests).toEqual([]);
});

test.each(['"a"\n', '"\u{1f600}"'])(
  'the entity tag %j is not sent, because it does not fit in a header',
  async (tag) => {
    const { client, requests } = clientOf([() => json({})]);

    expect(await client.withdrawScheduledChangeRequest('shop', 12, { ifMatch: tag })).toMatchObject(
      {
        outcome: 'refused',
        failure: { type: 'NotSent' },
      },
    );
    expect(requests).toEqual([]);
  },
);
