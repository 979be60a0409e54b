import type { ImportEntry } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import type { ImportRefused } from './read-files.ts';

/** The projects whose change requests are all listed in the files of an import, as of a time. */
export interface Completeness {
  readonly projectIds: readonly string[];
  /** ISO 8601, UTC. */
  readonly asOf: string;
}

/**
 * Appends an entry for each complete project. A project that is neither among the entries nor stored is refused: its id may be
 * misspelt.
 *
 * @param stored the ids of the stored projects
 */
export async function* completeProjects(
  entries: AsyncIterable<Result<ImportEntry, ImportRefused>>,
  { projectIds, asOf }: Completeness,
  stored: Iterable<string>,
  refuse: (projectId: string) => void,
): AsyncGenerator<Result<ImportEntry, ImportRefused>> {
  const missing = new Set(projectIds);
  for (const id of stored) missing.delete(id);
  for await (const entry of entries) {
    if (entry.isOk()) missing.delete(projectOf(entry.value));
    yield entry;
    if (entry.isErr()) return;
  }
  for (const projectId of missing) refuse(projectId);
  if (missing.size > 0) yield err({ type: 'ImportRefused' });
  else
    for (const projectId of new Set(projectIds))
      yield ok({ kind: 'complete', projectId, asOf, source: 'import' });
}

function projectOf(entry: ImportEntry): string {
  switch (entry.kind) {
    case 'project':
      return entry.project.id;
    case 'scheduled':
      return entry.changeRequest.project;
    case 'ended':
    case 'complete':
      return entry.projectId;
    case 'strategy':
      return '';
  }
}
