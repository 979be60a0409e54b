import { describe, expect, test } from 'vitest';
import { makeGetStrategyImpact } from '../src/index.ts';
import { authorizer, inDoubt, LIVE, NAME, using, world } from './strategy-world.ts';

const FINGERPRINT = /^[0-9a-f]{8}\.[0-9a-f]{32}$/;

describe('getStrategyImpact', () => {
  test('returns the impact of the delete with a fingerprint', async () => {
    const { look } = await world({ scheduled: [using('shop', 1), inDoubt('bank', 2)] });

    expect(await look()).toMatchObject({
      question: { target: { kind: 'strategyDefinition', name: NAME }, intent: 'delete' },
      outcome: 'some',
      count: 1,
      changeRequests: [
        { project: 'shop', id: 1, touches: [{ consequence: { rule: 'definition-deleted' } }] },
      ],
      doubts: [{ project: 'bank', id: 2 }],
      hidden: 0,
      fingerprint: expect.stringMatching(FINGERPRINT),
    });
  });

  test('counts what the caller may not read, and has one fingerprint for every caller', async () => {
    const scheduled = [using('shop', 1), using('bank', 2), inDoubt('bank', 3)];
    const { look } = await world({ scheduled });

    const seen = await look('shop');

    expect(seen).toMatchObject({ outcome: 'some', count: 1, doubts: [], hidden: 2 });
    expect(await look('bank')).toMatchObject({ outcome: 'some', count: 1, hidden: 1 });
    expect(await look('')).toMatchObject({
      outcome: 'unknown',
      reasons: expect.arrayContaining(['unreadable-projects']) as unknown,
      count: 0,
      changeRequests: [],
      hidden: 3,
    });
    expect((await look('')).fingerprint).toBe(seen.fingerprint);
  });

  test('is none for a caller who may read no project where nothing uses it', async () => {
    const { look } = await world();

    expect(await look('')).toMatchObject({ outcome: 'none', reasons: [], hidden: 0 });
  });

  test('does not disclose which data of an unreadable project is missing', async () => {
    const { look } = await world({ coverage: { shop: LIVE, bank: { kind: 'none' } } });

    expect(await look('shop')).toMatchObject({
      outcome: 'unknown',
      reasons: ['unreadable-projects'],
    });
  });

  test('returns StrategyNotFound', async () => {
    const { store } = await world();

    for (const name of ['none', '']) {
      const looked = await makeGetStrategyImpact({ authorizer, ...store })({
        credentials: '',
        name,
      });
      expect(looked.isErr() && looked.error).toEqual({ type: 'StrategyNotFound', name });
    }
  });
});
