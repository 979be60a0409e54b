import { type Target, targetValue } from '@forewarn/core';
import { distance } from 'fastest-levenshtein';

/** Maximum suggestions for a name. */
const MAX_SUGGESTIONS = 3;

/**
 * Returns the names that a misspelt one was probably meant to be, the nearest first: those that differ in at most a third of
 * the characters. Case differences alone count as one. There are none for ids.
 */
export function suggestionsFor(target: Target, names: readonly string[]): readonly string[] {
  if (target.kind === 'strategy' || target.kind === 'segment') return [];
  const value = targetValue(target);
  const most = Math.max(1, Math.floor(value.length / 3));
  return names
    .map((name) => ({ name, away: distanceOf(value, name) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

const distanceOf = (a: string, b: string): number =>
  a.toLowerCase() === b.toLowerCase() ? 1 : distance(a, b);
