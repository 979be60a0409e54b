import type { Coverage } from '@forewarn/core';
import type { CompleteEntry, ImportCounts, ImportEntry } from '@forewarn/core/operator';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { applyEntries, outdatedIn } from './reference-import.ts';
import { coverageIn, type State } from './reference-state.ts';
import { aMoment, inProjects, inTransfer, wrong, type WrongStore } from './wrong-store.ts';

const OUTDATED = 'StateTransfer.import, outdated';

async function allOf<E>(entries: AsyncIterable<Result<ImportEntry, E>>): Promise<ImportEntry[]> {
  const read: ImportEntry[] = [];
  for await (const entry of entries) if (entry.isOk()) read.push(entry.value);
  return read;
}

/** Imports all entries in another way. */
const importing = (
  importAll: (state: State, entries: ImportEntry[]) => Promise<Result<ImportCounts, unknown>>,
) =>
  inTransfer((_, state) => ({
    import: (entries) =>
      new ResultAsync(allOf(entries).then((read) => importAll(state, read) as never)),
  }));

type AsOf = Extract<Coverage, { readonly kind: 'as-of' }>;

/** Refuses an import for other reasons. */
const refusing = (isOutdated: (entry: CompleteEntry, stored: AsOf) => boolean) =>
  importing(async (state, entries) => {
    const outdated = entries.find((entry) => {
      if (entry.kind !== 'complete') return false;
      const stored = coverageIn(state, entry.projectId);
      return stored.kind === 'as-of' && isOutdated(entry, stored);
    });
    if (outdated?.kind !== 'complete') return ok(applyEntries(state, entries));
    return err({ type: 'DataOutdated', projectId: outdated.projectId });
  });

const areSyncs = (entry: CompleteEntry, stored: AsOf): boolean =>
  entry.source === 'sync' && stored.source === 'sync';

/** Stores that accept outdated data, or refuse newer data. */
export const wrongOutdatedImports: readonly WrongStore[] = wrong([OUTDATED], {
  'imports older data of a sync': refusing(() => false),
  'refuses data of a sync as of the same time': refusing(
    (entry, stored) => areSyncs(entry, stored) && entry.asOf <= stored.asOf,
  ),
  'compares the texts of the times of syncs': refusing(
    (entry, stored) => areSyncs(entry, stored) && entry.asOf < stored.asOf,
  ),
  'refuses older data of an import': refusing(
    (entry, stored) => stored.source === 'sync' && Date.parse(entry.asOf) < Date.parse(stored.asOf),
  ),
  'refuses data of a sync that is older than an import': refusing(
    (entry, stored) => entry.source === 'sync' && Date.parse(entry.asOf) < Date.parse(stored.asOf),
  ),
  'refuses data of a sync that is older than a time in the future': refusing(
    (entry, stored) => areSyncs(entry, stored) && Date.parse(entry.asOf) < Date.parse(stored.asOf),
  ),
  'imports the other entries next to older data': importing(async (state, entries) => {
    const outdated = outdatedIn(state, entries);
    if (outdated === undefined) return ok(applyEntries(state, entries));
    applyEntries(
      state,
      entries.filter((entry) => entry.kind !== 'complete'),
    );
    return err(outdated);
  }),
  'looks for newer data in an earlier step': importing(async (state, entries) => {
    const outdated = outdatedIn(state, entries);
    await aMoment();
    return outdated === undefined ? ok(applyEntries(state, entries)) : err(outdated);
  }),
  'remembers the time of a deleted project': inProjects((right, state) => ({
    delete: (id, by) => {
      const before = coverageIn(state, id);
      return right.projects.delete(id, by).andTee(() => state.coverage.set(id, before));
    },
  })),
});
