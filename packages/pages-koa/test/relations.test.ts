import type { Target } from '@forewarn/core';
import { expect, test } from 'vitest';
import type { Neighbour } from '../page/change-request/load-neighbours.ts';
import { relationsOf } from '../page/change-request/relations.ts';

const DEFINITION: Target = { kind: 'strategyDefinition', name: 'holidaySale' };
const FEATURE: Target = { kind: 'feature', name: 'cart' };

const neighbour = (id: number, ...shared: readonly Target[]): Neighbour => ({
  changeRequest: { project: 'shop', id, environment: 'production', touches: [] },
  shared,
});

test('what changes the same feature comes first, then what breaks or is broken, then the rest', () => {
  const shown = { project: 'shop', environment: 'production' };
  const forecast = { breaks: [{ ...shown, id: 4 }], causes: [{ ...shown, id: 5 }] };
  const neighbours = [
    neighbour(6, DEFINITION),
    neighbour(5, DEFINITION),
    neighbour(4, DEFINITION),
    neighbour(3, DEFINITION, FEATURE),
    neighbour(1, DEFINITION),
  ];

  const found = relationsOf(
    neighbours,
    '1 shop',
    forecast as unknown as Parameters<typeof relationsOf>[2],
  );

  const ids = (of: readonly Neighbour[]) => of.map(({ changeRequest }) => changeRequest.id);
  expect([found.sameFeature, found.breaking, found.others].map(ids)).toEqual([[3, 1], [5, 4], [6]]);
});
