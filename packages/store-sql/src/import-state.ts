import type { EndedEntry, ImportCounts, ImportTally, StateEntry } from '@forewarn/core';
import type { Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { importChangeRequests, withdrawEnded } from './import-change-requests.ts';
import { importProjects, importStrategies } from './import-definitions.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';

type Entry = StateEntry | EndedEntry;

/** Where an import writes, and how. */
export interface ImportTarget {
  readonly transaction: Transaction<Tables>;
  /** How the database locks, and reads rows out of JSON. */
  readonly session: Pick<SqlSession, 'forKeyShare' | 'jsonRows'>;
}

/** How many of each kind an import did what with, counted as it goes. */
export type Tallies = Record<keyof ImportCounts, Record<keyof ImportTally, number>>;

const none = (): Tallies['projects'] => ({ created: 0, replaced: 0, unchanged: 0, withdrawn: 0 });

const BATCH = 500;

/** Applies entries in their order, a batch at a time; at the first `Err` it stops with it. */
export async function importState<E>(
  target: ImportTarget,
  entries: AsyncIterable<Result<Entry, E>>,
): Promise<Result<ImportCounts, E>> {
  const tallies: Tallies = { projects: none(), strategies: none(), changeRequests: none() };
  let batch = new Map<string, Entry>();
  let kind: Entry['kind'] | undefined;
  const flush = async (): Promise<void> => {
    await apply(target, [...batch.values()], tallies);
    batch = new Map();
  };

  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    const key = keyOf(entry.value);
    // What is in a batch is of one kind, and no two of it are one thing.
    if (entry.value.kind !== kind || batch.size >= BATCH || batch.has(key)) await flush();
    kind = entry.value.kind;
    batch.set(key, entry.value);
  }
  await flush();
  return ok(tallies);
}

function keyOf(entry: Entry): string {
  switch (entry.kind) {
    case 'project':
      return entry.project.id;
    case 'strategy':
      return entry.definition.name;
    case 'scheduled':
      return `${entry.changeRequest.id} ${entry.changeRequest.project}`;
    case 'ended':
      return `${entry.id} ${entry.projectId}`;
  }
}

async function apply(
  target: ImportTarget,
  batch: readonly Entry[],
  tallies: Tallies,
): Promise<void> {
  const [first] = batch;
  switch (first?.kind) {
    case undefined:
      return;
    case 'project':
      return importProjects(
        target,
        batch.flatMap((entry) => (entry.kind === 'project' ? [entry.project] : [])),
        tallies.projects,
      );
    case 'strategy':
      return importStrategies(
        target,
        batch.flatMap((entry) => (entry.kind === 'strategy' ? [entry.definition] : [])),
        tallies.strategies,
      );
    case 'scheduled':
      return importChangeRequests(
        target,
        batch.flatMap((entry) => (entry.kind === 'scheduled' ? [entry.changeRequest] : [])),
        tallies,
      );
    case 'ended':
      return withdrawEnded(
        target,
        batch.flatMap((entry) => (entry.kind === 'ended' ? [entry] : [])),
        tallies.changeRequests,
      );
  }
}
