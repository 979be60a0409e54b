import { type ReadOptions, toResultAsync } from '@forewarn/core';
import { untilAborted, withTimeLimit } from '@forewarn/platform';
import type { Name, NameKind, NameRepository } from '@forewarn/record';

/** Maximum names of an impact for which similar ones are looked up. */
const MAX_LOOKS = 10;
/** How long all of them are looked for, in milliseconds. */
const BUDGET_MS = 100;

/** The kinds whose names are ids. An id that looks like another is no more likely to be meant. */
const KINDS_OF_IDS: ReadonlySet<NameKind> = new Set(['strategy', 'segment']);

/** Returns the names that a misspelt one may have been meant to be. */
export type Suggestions = (misspelt: Name) => readonly string[];

/**
 * Looks up names similar to the first misspelt ones, one after the other, and stops when its time is over: a request is right
 * without them, and must not fail or wait long because of them.
 */
export async function suggestionsFor(
  names: Pick<NameRepository, 'near'> | undefined,
  projectIds: readonly string[],
  misspelt: readonly Name[],
  options: ReadOptions,
): Promise<Suggestions> {
  const found = new Map<string, readonly string[]>();
  const asked = misspelt.filter(({ kind }) => !KINDS_OF_IDS.has(kind));
  const distinct = new Map(asked.map((name) => [nameKey(name), name]));
  if (names !== undefined && distinct.size > 0) {
    await withTimeLimit(BUDGET_MS, options.signal, async (signal) => {
      for (const [key, name] of [...distinct].slice(0, MAX_LOOKS)) {
        const near = toResultAsync(names.near(projectIds, name, { ...options, signal }));
        const result = await untilAborted(signal, near).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        if (result === undefined) break;
        found.set(key, result.unwrapOr([]));
      }
    });
  }
  return (name) => found.get(nameKey(name)) ?? [];
}

const nameKey = ({ kind, value }: Name): string => `${kind} ${value}`;
