import { maxTypos } from '@forewarn/impact';
import { distance } from 'fastest-levenshtein';

/** Maximum suggestions for a name. */
const MAX_SUGGESTIONS = 3;

/**
 * Returns the names that a misspelt one was probably meant to be, the nearest first: those that differ in at most a third of
 * the characters. Case differences alone count as one.
 */
export function suggestionsFor(value: string, names: readonly string[]): readonly string[] {
  const most = maxTypos(value);
  return names
    .map((name) => ({ name, away: distanceOf(value, name) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

const distanceOf = (a: string, b: string): number =>
  a.toLowerCase() === b.toLowerCase() ? 1 : distance(a, b);
