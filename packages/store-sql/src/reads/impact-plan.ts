import type { AskedTarget } from '@forewarn/core';
import { doubtsAsked } from '../projection/doubt-rows.ts';
import { touchOf } from '../projection/touch-rows.ts';
import type { AskedRow } from './read-dialect.ts';

/** The lists of an impact, each once, and the numbers of those of each target. */
export interface ImpactPlan {
  readonly touches: readonly AskedRow[];
  readonly doubts: readonly AskedRow[];
  readonly targets: readonly { readonly touching: number; readonly doubtful: number }[];
}

/** Plans an impact. Lists are filled in the order of their numbers. */
export function impactPlan(asked: readonly AskedTarget[]): ImpactPlan {
  const numbers = new Map<string, number>();
  const isNew = (key: string, no: number): boolean => {
    if (numbers.has(key)) return false;
    numbers.set(key, no);
    return true;
  };
  const touches: AskedRow[] = [];
  const doubts: AskedRow[] = [];
  const targets = asked.map((one, index) => {
    const [touching, doubtful] = [2 * index, 2 * index + 1];
    const touch = touchOf(one.target);
    const { kind, features } = doubtsAsked(one);
    const [touchKey, doubtKey] = [JSON.stringify(touch), JSON.stringify([kind, features])];
    if (isNew(touchKey, touching)) touches.push({ no: touching, ...touch });
    if (isNew(doubtKey, doubtful)) {
      doubts.push(...features.map((feature) => ({ no: doubtful, kind, feature })));
    }
    return {
      touching: numbers.get(touchKey) ?? touching,
      doubtful: numbers.get(doubtKey) ?? doubtful,
    };
  });
  return { touches, doubts, targets };
}
