import { isName } from '../model/name.ts';
import { distinctTargets, type Target, targetValue } from '../model/target.ts';

/** Removes duplicates, and targets whose value isn't a valid name: they match nothing. */
export const namedTargets = (anyOf: readonly Target[]): readonly Target[] =>
  distinctTargets(anyOf).filter((target) => isName(targetValue(target)));
