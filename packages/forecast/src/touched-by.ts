import type { Target } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import type { Planned } from './planned.ts';

/** What touches a target, or changes it. */
export interface Touched {
  readonly target: Target;
  /** The last time at which one touches it. */
  last: number;
  /** The first time at which one changes it. */
  firstChange: number;
}

/** Returns what change requests touch, by `targetKey`. */
export function touchedBy(planned: readonly Planned[]): ReadonlyMap<string, Touched> {
  const touched = new Map<string, Touched>();
  for (const { targets, influences, at } of planned) {
    const changed = new Set(
      influences.filter(({ isEffective }) => isEffective).map(({ target }) => targetKey(target)),
    );
    for (const target of targets) {
      const key = targetKey(target);
      const known = touched.get(key) ?? { target, last: -Infinity, firstChange: Infinity };
      known.last = Math.max(known.last, at);
      if (changed.has(key)) known.firstChange = Math.min(known.firstChange, at);
      touched.set(key, known);
    }
  }
  return touched;
}

export const changedFeatures = (touched: ReadonlyMap<string, Touched>): readonly Touched[] =>
  [...touched.values()].filter(
    ({ target, firstChange }) => target.kind === 'feature' && firstChange < Infinity,
  );

/** Returns what a change request changes that makes a parent of something touched later, and the last time of that. */
export function childrenOf(
  { influences, at }: Planned,
  touched: ReadonlyMap<string, Touched>,
): readonly Pick<Touched, 'target' | 'last'>[] {
  const last = Math.max(
    ...influences
      .filter(({ getsChild }) => getsChild)
      .map(({ target }) => touched.get(targetKey(target))?.last ?? -Infinity),
  );
  if (last <= at) return [];
  return influences
    .filter(({ isEffective, target }) => isEffective && target.kind === 'feature')
    .map(({ target }) => ({ target, last }));
}

/** Whether a change request removes a dependency. */
export const removesDependency = ({ influences }: Planned): boolean =>
  influences.some(({ hasDependency }) => hasDependency);
