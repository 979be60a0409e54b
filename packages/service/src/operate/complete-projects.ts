import type { ImportEntry } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import type { ImportRefused, ListedProjects } from './read-files.ts';

/** The projects whose change requests are all listed in the files of an import, as of a time. */
export interface Completeness {
  readonly projectIds: readonly string[];
  /** ISO 8601, UTC. */
  readonly asOf: string;
}

const UNKNOWN = 'there is no such project in the files or the store; check its id';
const UNLISTED =
  'no file has the list "changeRequests" of this project; add the file with it, which is [] if there are none';

/**
 * Appends an entry for each complete project. A project that is neither among the entries nor stored is refused: its id may be
 * misspelt. So is one whose change requests no file lists, or of whose lists a part may be missing: its stored ones would be
 * withdrawn.
 *
 * @param stored the ids of the stored projects
 * @param listed has seen the entries when they end
 */
export async function* completeProjects(
  entries: AsyncIterable<Result<ImportEntry, ImportRefused>>,
  { projectIds, asOf }: Completeness,
  { stored, listed }: { readonly stored: Iterable<string>; readonly listed: ListedProjects },
  refuse: (projectId: string, why: string) => void,
): AsyncGenerator<Result<ImportEntry, ImportRefused>> {
  for await (const entry of entries) {
    yield entry;
    if (entry.isErr()) return;
  }
  const known = new Set([...stored, ...listed.named]);
  const missing = new Set(projectIds.filter((id) => !known.has(id)));
  const unlisted = listed.without(projectIds.filter((id) => known.has(id)));
  for (const id of missing) refuse(id, UNKNOWN);
  for (const id of unlisted) refuse(id, UNLISTED);
  const cut = projectIds.flatMap((id) => {
    const why = listed.pages.cutOf(id);
    return why === undefined ? [] : [{ id, why }];
  });
  for (const { id, why } of cut) refuse(id, why);
  if (missing.size + unlisted.length + cut.length > 0) yield err({ type: 'ImportRefused' });
  else
    for (const projectId of new Set(projectIds))
      yield ok({ kind: 'complete', projectId, asOf, source: 'import' });
}
