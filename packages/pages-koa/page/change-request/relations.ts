import type { ForecastWithBreaksSchema } from '@forewarn/client';
import { scheduledCausesOf } from '../forecast/cause.ts';
import { keyOf } from '../timeline/entry.ts';
import type { Neighbour } from './load-neighbours.ts';

/** The neighbours of a change request, each in order of time. */
export interface Relations {
  /** The change request itself, and those that change the same feature. */
  readonly sameFeature: readonly Neighbour[];
  /** Of the others, those that it breaks, or that break it. */
  readonly breaking: readonly Neighbour[];
  readonly others: readonly Neighbour[];
}

/** Sorts neighbours by how much they matter. */
export function relationsOf(
  neighbours: readonly Neighbour[],
  own: string,
  forecast: Pick<ForecastWithBreaksSchema, 'causes' | 'breaks'> | undefined,
): Relations {
  const { causes = [], breaks = [] } = forecast ?? {};
  const broken = new Set([...breaks, ...scheduledCausesOf(causes)].map(keyOf));
  const groups = Map.groupBy(neighbours, ({ changeRequest, shared }): keyof Relations => {
    const key = keyOf(changeRequest);
    if (key === own || shared.some(({ kind }) => kind === 'feature')) return 'sameFeature';
    return broken.has(key) ? 'breaking' : 'others';
  });
  const of = (each: keyof Relations): readonly Neighbour[] => groups.get(each) ?? [];
  return { sameFeature: of('sameFeature'), breaking: of('breaking'), others: of('others') };
}
