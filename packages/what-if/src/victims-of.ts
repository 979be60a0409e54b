import type { Target } from '@forewarn/core';
import type { Influence, Planned, ReadSchedule } from '@forewarn/forecast';
import { targetKey } from '@forewarn/record';

/**
 * Finds the change requests that some may affect; undefined if that is too many.
 *
 * @param areEdited whether they are not there, or at another time, with or without the edits; otherwise only whether they go as
 * planned differs
 */
export async function victimsOf(
  causes: readonly Planned[],
  read: ReadSchedule,
  areEdited: boolean,
): Promise<readonly Planned[] | undefined> {
  const later = await touching(causes, read);
  const removals = later && areEdited ? await removalsAmong(causes, read) : causes;
  const refused = later && removals && (await refusedBy(removals, read));
  if (!areEdited) return refused && [...new Set([...later, ...refused])];
  const undone = refused && (await touchingParents(causes, read));
  return undone && [...new Set([...later, ...refused, ...undone])];
}

/** Finds those that touch what others change, not sooner. */
async function touching(
  causes: readonly Planned[],
  read: ReadSchedule,
  isWanted = ({ isEffective }: Influence): boolean => isEffective,
): Promise<readonly Planned[] | undefined> {
  const changed = [...soonestOf(causes, isWanted).values()];
  const targets = changed.map(({ target }) => target);
  const from = changed.reduce((soonest, { at }) => Math.min(soonest, at), Infinity);
  const found = await read.placesOf(
    { targets, how: 'touch', from },
    (index) => changed[index]?.at ?? from,
  );
  const places = found?.flatMap((list, index) =>
    list.filter(({ scheduledAt }) => scheduledAt >= (changed[index]?.at ?? from)),
  );
  return places && read.plannedIn(places);
}

/** Finds those that touch a parent that another one makes of a feature whose parents others change: they may undo that. */
async function touchingParents(
  causes: readonly Planned[],
  read: ReadSchedule,
): Promise<readonly Planned[] | undefined> {
  const others = await influencing('effect', causes, changesFeature, read);
  return others && touching(others, read, ({ getsChild }) => getsChild);
}

/** Finds those that remove a dependency of features whose parents others change, and adds these others if they do so. */
async function removalsAmong(
  causes: readonly Planned[],
  read: ReadSchedule,
): Promise<readonly Planned[] | undefined> {
  const others = await influencing('dependency', causes, changesFeature, read);
  return others && [...causes, ...others];
}

const changesFeature = ({ isEffective, target }: Influence): boolean =>
  isEffective && target.kind === 'feature';

/** Finds those that Unleash refuses while a dependency is there that others remove. */
const refusedBy = (
  removals: readonly Planned[],
  read: ReadSchedule,
): Promise<readonly Planned[] | undefined> =>
  influencing('effect', removals, ({ hasDependency }) => hasDependency, read);

/** Finds those that have an influence on targets on which others have one. */
async function influencing(
  how: 'effect' | 'dependency',
  others: readonly Planned[],
  isWanted: (influence: Influence) => boolean,
  read: ReadSchedule,
): Promise<readonly Planned[] | undefined> {
  const targets = [...soonestOf(others, isWanted).values()].map(({ target }) => target);
  const found = await read.placesOf({ targets, how, from: read.now });
  return found && read.plannedIn(found.flat());
}

/** Returns the targets of influences, each once, and the soonest time of these. */
function soonestOf(
  planned: readonly Planned[],
  isWanted: (influence: Influence) => boolean,
): ReadonlyMap<string, { readonly target: Target; readonly at: number }> {
  const soonest = new Map<string, { readonly target: Target; readonly at: number }>();
  for (const { influences, at } of planned) {
    for (const { target } of influences.filter(isWanted)) {
      const key = targetKey(target);
      soonest.set(key, { target, at: Math.min(at, soonest.get(key)?.at ?? Infinity) });
    }
  }
  return soonest;
}
