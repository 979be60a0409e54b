import type { BadData } from '@forewarn/core';
import { badData, type QueryParameter } from '@forewarn/wire';
import { distance } from 'fastest-levenshtein';
import { err, ok, type Result } from 'neverthrow';

/** Part of a name's letters that may differ: two of `guard`, four of `acknowledge`. */
const SHARE = 1 / 3;

/**
 * Fails if a parameter looks like a misspelt one, by its name or its value. Only for parameters that must not be ignored.
 *
 * @param known the names
 * @param values for each value that only one of them has, its name
 */
export function unlessMisspelt(
  parameters: readonly QueryParameter[],
  known: readonly string[],
  values: ReadonlyMap<string, string>,
): Result<void, BadData> {
  for (const [name, value] of parameters) {
    if (known.includes(name)) continue;
    const meant =
      known.find((each) => isNear(name.toLowerCase(), each)) ??
      values.get(value.trim().toLowerCase());
    if (meant !== undefined) {
      return err(badData(name, `"${meant}", which this name would not do: correct or remove it`));
    }
  }
  return ok();
}

const isNear = (name: string, known: string): boolean =>
  distance(name, known) <= Math.ceil(known.length * SHARE);
