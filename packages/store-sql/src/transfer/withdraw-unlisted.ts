import type { EntrySpool } from './entry-spool.ts';
import type { Writing } from '../session/sql-session.ts';
import { keysOf, withdraw } from '../writes/withdrawals.ts';

/** Maximum ids in memory. The entries are read once for each group of stored change requests of this size. */
const MAX_IDS = 500_000;
/** Ids per statement. */
const PAGE = 2_000;

/**
 * Removes the change requests that no entry lists from the projects that an import lists completely, and records an event
 * for each of the projects whose entry names a principal. Call it when all entries are written. Returns how many it removed.
 */
export async function withdrawUnlisted(
  to: Writing<'lock' | 'jsonRows'>,
  spool: EntrySpool,
): Promise<number> {
  let withdrawn = 0;
  const principals = new Map(spool.complete.map(({ projectId, by }) => [projectId, by]));
  for await (const ids of storedIds(to, [...principals.keys()])) {
    for await (const batch of spool.batches()) {
      for (const entry of batch) {
        if (entry.kind !== 'scheduled') continue;
        ids.get(entry.changeRequest.project)?.delete(entry.changeRequest.id);
      }
    }
    const unlisted = [...ids].flatMap(([project_id, left]) =>
      [...left].map((id) => ({ project_id, id })),
    );
    await withdraw(to, unlisted, principals);
    withdrawn += unlisted.length;
  }
  return withdrawn;
}

/** The ids of the change requests of projects, at most {@link MAX_IDS} at a time. */
async function* storedIds(
  to: Writing<'lock'>,
  projectIds: readonly string[],
): AsyncGenerator<ReadonlyMap<string, Set<number>>> {
  let ids = new Map<string, Set<number>>();
  let count = 0;
  for (const projectId of projectIds) {
    for await (const page of keysOf(to, projectId, PAGE)) {
      const known = ids.get(projectId) ?? new Set();
      for (const { id } of page) known.add(id);
      ids.set(projectId, known);
      count += page.length;
      if (count <= MAX_IDS - PAGE) continue;
      yield ids;
      ids = new Map();
      count = 0;
    }
  }
  if (count > 0) yield ids;
}
