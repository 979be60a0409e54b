import {
  addCounts,
  addTallies,
  type CompleteEntry,
  type DataOutdated,
  findOutdated,
  type ImportCounts,
  type ImportEntry,
  type ImportTally,
  NO_COUNTS,
  NO_TALLY,
  type ProjectCoverage,
  SilentChanges,
} from '@forewarn/record';
import { sql } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { deferIndexes, type MakeIndexes } from '../projection/deferred-indexes.ts';
import { coverageOf, coverageText } from '../reads/project-rows.ts';
import { COLUMNS, rowGroups } from '../session/json-rows.ts';
import { keepChanges, type Writing } from '../session/sql-session.ts';
import { addStored } from '../writes/add-silent-changes.ts';
import { lockProjects, markImported } from '../writes/cover-projects.ts';
import { keepDefinitions } from '../writes/keep-definitions.ts';
import { definitionRow } from '../writes/sql-definitions.ts';
import { keysOf, withdraw } from '../writes/withdrawals.ts';
import type { EntrySpool } from './entry-spool.ts';
import { importChangeRequests, type Importing } from './import-change-requests.ts';
import { importRows } from './import-rows.ts';

/** Maximum ids in memory. The entries are read once for each group of stored change requests of this size. */
const MAX_IDS = 500_000;
/** Ids per statement. */
const PAGE = 2_000;

/** Imports entries: one import at a time, so that each counts what it finds. */
export async function importSpooled(
  given: Writing,
  spool: EntrySpool,
  signal: AbortSignal | undefined,
): Promise<Result<ImportCounts, DataOutdated>> {
  const to: Importing = { ...given, changes: new SilentChanges() };
  const { transaction, session } = to;
  const { lists } = spool;
  const complete = lists.filter((list) => list.kind === 'complete');
  const version = transaction.selectFrom('projection').select('rule_version');
  await session.lock(version, 'forUpdate').execute();
  // Against writes, so that the import withdraws everything that a complete list leaves out.
  const ids = lists.map(({ projectId }) => projectId);
  const stored = await lockProjects(to, ids, 'forUpdate');
  const storedOf = (id: string) =>
    stored.has(id) ? coverageOf(stored.get(id) ?? null) : undefined;
  const outdated = findOutdated(lists, storedOf, Date.now());
  if (outdated !== undefined) return err(outdated);
  let makeIndexes: MakeIndexes | undefined;
  let counts = NO_COUNTS;
  for await (const batch of spool.batches()) {
    signal?.throwIfAborted();
    await session.assertRemoved?.(transaction, batch.flatMap(projectIdOf));
    if (batch.some(({ kind }) => kind === 'scheduled')) makeIndexes ??= await deferIndexes(to);
    counts = addCounts(counts, await importBatch(to, makeIndexes, batch));
  }
  await makeIndexes?.();
  const withdrawn = await withdrawUnlisted(to, spool, complete);
  const changeRequests = { ...NO_TALLY, withdrawn };
  const ending = lists.filter(
    ({ kind, projectId }) => kind === 'partial' && storedOf(projectId)?.kind === 'live',
  );
  await setCoverages(to, [
    ...complete.flatMap(coverageIn),
    ...ending.map(({ projectId }): ProjectCoverage => ({ projectId, coverage: { kind: 'none' } })),
  ]);
  await keepChanges(to, to.changes);
  return ok(addCounts(counts, { ...NO_COUNTS, changeRequests }));
}

/** Applies entries, each of another thing, in the same few statements however many there are. */
async function importBatch(
  to: Importing,
  makeIndexes: MakeIndexes | undefined,
  entries: readonly ImportEntry[],
): Promise<ImportCounts> {
  const of = <Kind extends ImportEntry['kind']>(kind: Kind) =>
    entries.filter((entry): entry is Extract<ImportEntry, { kind: Kind }> => entry.kind === kind);
  const listed = of('project');
  const projects = await importRows(
    to,
    'projects',
    listed.map(({ project: { id, name } }) => ({ id, name })),
  );
  await setCoverages(to, listed.flatMap(coverageIn));
  const definitions = of('strategy').map(({ definition }) => definitionRow(definition));
  // One that is found unchanged must still be there when the import is over.
  await keepDefinitions(
    to,
    definitions.map(({ name }) => name),
  );
  const strategies = await importRows(to, 'strategies', definitions);
  if (strategies.created > 0) {
    for (const { name } of definitions)
      to.changes.addTarget({ kind: 'strategyDefinition', name }, 0);
  }
  const scheduled = of('scheduled').map(({ changeRequest }) => changeRequest);
  const registered = await registerProjects(to, [
    ...scheduled.map(({ project }) => project),
    ...of('complete').map(({ projectId }) => projectId),
  ]);
  await markImported(to, entries.flatMap(projectIdOf));
  const ended = of('ended').map(({ projectId, id }) => ({ project_id: projectId, id }));
  const principals = new Map(of('ended').map(({ projectId, by }) => [projectId, by]));
  if (ended.length > 0) await makeIndexes?.();
  await addStored(to, to.changes, ended);
  const withdrawn = await withdraw(to, ended, principals);
  let changeRequests: ImportTally = { ...NO_TALLY, withdrawn };
  for (const group of rowGroups(to.session.jsonRows, scheduled, ({ project }) => project)) {
    const imported = await importChangeRequests(to, makeIndexes, group);
    changeRequests = addTallies(changeRequests, imported);
  }
  return {
    projects: { ...projects, created: projects.created + registered },
    strategies,
    changeRequests,
  };
}

/** The id of the project that an entry is about or belongs to. */
function projectIdOf(entry: ImportEntry): readonly string[] {
  switch (entry.kind) {
    case 'project':
      return [entry.project.id];
    case 'scheduled':
      return [entry.changeRequest.project];
    case 'ended':
    case 'complete':
    case 'partial':
      return [entry.projectId];
    case 'strategy':
      return [];
  }
}

/** The coverage that an entry gives to its project, if it has one. */
function coverageIn(entry: ImportEntry): readonly ProjectCoverage[] {
  if (entry.kind === 'complete') {
    const { projectId, asOf, source } = entry;
    return [{ projectId, coverage: { kind: 'as-of', asOf, source } }];
  }
  if (entry.kind !== 'project' || entry.coverage === undefined) return [];
  return [{ projectId: entry.project.id, coverage: entry.coverage }];
}

async function setCoverages(
  { transaction, session }: Writing,
  projects: readonly ProjectCoverage[],
): Promise<void> {
  if (projects.length === 0) return;
  const rows = projects.map(({ projectId, coverage }) => {
    return { id: projectId, coverage: coverageText(coverage) };
  });
  await sql`
    update projects set coverage = json_rows.coverage
    from ${session.jsonRows(JSON.stringify(rows), { id: 'text', coverage: 'text' })}
    where projects.id = json_rows.id and projects.coverage is distinct from json_rows.coverage
  `.execute(transaction);
}

/** Registers the projects that are not registered; returns how many. */
async function registerProjects(to: Writing, named: readonly string[]): Promise<number> {
  const { transaction, session } = to;
  const ids = [...new Set(named)];
  const json = JSON.stringify(ids.map((id) => ({ id, name: id })));
  const { rows } = await sql`
    insert into projects (id, name)
    select id, name from ${session.jsonRows(json, COLUMNS.projects)} where true
    on conflict do nothing
    returning id`.execute(transaction);
  if (session.jsonRows.isByProject !== true) return rows.length;
  // Rows of a group are joined with their project, and must not miss it.
  const kept = await lockProjects(to, ids, 'forKeyShare');
  return kept.size === ids.length ? rows.length : rows.length + (await registerProjects(to, ids));
}

/**
 * Removes the change requests that no entry lists from the projects that an import lists completely, and records an event
 * for each of the projects whose entry names a principal. Call it when all entries are written. Returns how many it removed.
 */
async function withdrawUnlisted(
  to: Importing,
  spool: EntrySpool,
  complete: readonly CompleteEntry[],
): Promise<number> {
  let withdrawn = 0;
  const principals = new Map(complete.map(({ projectId, by }) => [projectId, by]));
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
    await addStored(to, to.changes, unlisted);
    withdrawn += await withdraw(to, unlisted, principals);
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
    for await (const page of keysOf(to.transaction, projectId, PAGE)) {
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
