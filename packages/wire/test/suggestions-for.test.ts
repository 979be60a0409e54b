import { expect, test } from 'vitest';
import { impactBody } from '../src/impact-body.ts';
import { suggestionsFor } from '../src/suggestions-for.ts';

const NAMES = ['Checkout', 'basket', 'checkout', 'checkout-v2', 'cheque', 'new-checkout'];

test.each([
  ['chekout', ['checkout', 'Checkout']],
  ['CHECKOUT', ['Checkout', 'checkout']],
  ['new-chekout', ['new-checkout']],
  ['chekcout', ['checkout']],
  ['x', []],
  ['sale-banner', []],
])('suggests names that differ little from %s', (name, expected) => {
  expect(suggestionsFor(name, NAMES)).toEqual(expected);
});

test('suggests at most three names', () => {
  const many = ['flag-1', 'flag-2', 'flag-3', 'flag-4'];
  expect(suggestionsFor('flag-0', many)).toEqual(many.slice(0, 3));
});

test('suggests names for the feature of a strategy', () => {
  const question = { target: { kind: 'strategy', id: 's-1' }, feature: 'chekout' } as const;
  const notFound = { asOf: '2026-11-21T10:42:00.000Z', near: NAMES };
  const found = { names: 'checked', notFound, count: 0, changeRequests: [], doubts: [] } as const;
  const outcome = { outcome: 'unknown', reasons: ['not-found'], isComplete: true } as const;
  const { impacts } = impactBody({
    coverage: 'live',
    impacts: [{ question, ...found, ...outcome }],
  });

  expect(impacts[0]?.suggestions).toEqual(['checkout', 'Checkout']);
});
