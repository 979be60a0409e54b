import type { DataOutdated, ProjectCoverage } from '@forewarn/core';
import {
  findOutdated,
  type ImportCounts,
  type ImportEntry,
  type ImportTally,
} from '@forewarn/core/operator';
import { sql } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { changeRequestRow } from '../projection/change-request-rows.ts';
import { insertProjection, projectionSoon } from '../projection/projection.ts';
import { deferIndexes, type MakeIndexes } from '../projection/deferred-indexes.ts';
import { coverageOf, coverageText } from '../reads/project-rows.ts';
import { COLUMNS, rowGroups } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import { lockProjects, markImported } from '../writes/cover-projects.ts';
import { definitionsIn, keepDefinitions } from '../writes/keep-definitions.ts';
import { strategyRow } from '../writes/sql-strategies.ts';
import { keysOf, removeChangeRequests, removeProjection, withdraw } from '../writes/withdrawals.ts';
import { type BulkTable, keyOf, KEYS, writeRows } from '../writes/write-rows.ts';
import type { EntrySpool } from './entry-spool.ts';

/** The columns that have what things are. */
const CONTENT = { projects: 'name', strategies: 'definition', change_requests: 'body' } as const;

/** Maximum ids in memory. The entries are read once for each group of stored change requests of this size. */
const MAX_IDS = 500_000;
/** Ids per statement. */
const PAGE = 2_000;

/** Imports entries: one import at a time, so that each counts what it finds. */
export async function importSpooled(
  to: Writing,
  spool: EntrySpool,
  signal: AbortSignal | undefined,
): Promise<Result<ImportCounts, DataOutdated>> {
  const { transaction, session } = to;
  const { complete } = spool;
  const version = transaction.selectFrom('projection').select('rule_version');
  await session.lock(version, 'forUpdate').execute();
  // Against writes, so that the import withdraws everything that a complete list leaves out.
  const ids = complete.map(({ projectId }) => projectId);
  const stored = await lockProjects(to, ids, 'forUpdate');
  const storedOf = (id: string) =>
    stored.has(id) ? coverageOf(stored.get(id) ?? null) : undefined;
  const outdated = findOutdated(complete, storedOf, Date.now());
  if (outdated !== undefined) return err(outdated);
  let makeIndexes: MakeIndexes | undefined;
  let counts: ImportCounts = { projects: NOTHING, strategies: NOTHING, changeRequests: NOTHING };
  for await (const batch of spool.batches()) {
    signal?.throwIfAborted();
    await session.assertRemoved?.(transaction, batch.flatMap(projectIdOf));
    if (batch.some(({ kind }) => kind === 'scheduled')) makeIndexes ??= await deferIndexes(to);
    const found = await importBatch(to, makeIndexes, batch);
    counts = {
      projects: sum(counts.projects, found.projects),
      strategies: sum(counts.strategies, found.strategies),
      changeRequests: sum(counts.changeRequests, found.changeRequests),
    };
  }
  await makeIndexes?.();
  const withdrawn = await withdrawUnlisted(to, spool);
  await setCoverages(to, complete.flatMap(coverageIn));
  return ok({ ...counts, changeRequests: sum(counts.changeRequests, { ...NOTHING, withdrawn }) });
}

const NOTHING: ImportTally = { created: 0, replaced: 0, unchanged: 0, withdrawn: 0 };

const sum = (one: ImportTally, other: ImportTally): ImportTally => ({
  created: one.created + other.created,
  replaced: one.replaced + other.replaced,
  unchanged: one.unchanged + other.unchanged,
  withdrawn: one.withdrawn + other.withdrawn,
});

/** Applies entries, each of another thing, in the same few statements however many there are. */
async function importBatch(
  to: Writing,
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
  const definitions = of('strategy').map(({ definition }) => strategyRow(definition));
  // One that is found unchanged must still be there when the import is over.
  await keepDefinitions(
    to,
    definitions.map(({ name }) => name),
  );
  const strategies = await importRows(to, 'strategies', definitions);
  const scheduled = of('scheduled').map(({ changeRequest }) => changeRequest);
  const registered = await registerProjects(to, [
    ...scheduled.map(({ project }) => project),
    ...of('complete').map(({ projectId }) => projectId),
  ]);
  await markImported(to, entries.flatMap(projectIdOf));
  const ended = of('ended').map(({ projectId, id }) => ({ project_id: projectId, id }));
  if (ended.length > 0) await makeIndexes?.();
  const withdrawn = await removeChangeRequests(to, ended);
  let changeRequests: ImportTally = { ...NOTHING, withdrawn };
  for (const group of rowGroups(to.session.jsonRows, scheduled, ({ project }) => project)) {
    changeRequests = sum(changeRequests, await importChangeRequests(to, makeIndexes, group));
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

interface ChangeRequestGroup {
  readonly rows: readonly Parameters<typeof changeRequestRow>[0][];
  readonly projectId?: string;
}

/** Brings change requests and their projection up to date. */
async function importChangeRequests(
  to: Writing,
  makeIndexes: MakeIndexes | undefined,
  { rows: changeRequests, projectId }: ChangeRequestGroup,
): Promise<ImportTally> {
  const { transaction, session } = to;
  const rows = changeRequests.map((each) => changeRequestRow(each, JSON.stringify(each)));
  const isSame = await compare(to, 'change_requests', rows, projectId);
  const [projection] = await Promise.all([
    projectionSoon(changeRequests.filter((_, no) => isSame.get(no) !== true)),
    writeRows(to, 'change_requests', changed(rows, isSame), { replaces: true, projectId }),
  ]);
  const replaced = rows.filter((_, no) => isSame.get(no) === false);
  if (replaced.length > 0) await makeIndexes?.();
  await removeProjection(to, replaced);
  await keepDefinitions(to, definitionsIn(projection));
  await insertProjection(transaction, session.jsonRows, projection);
  return tallyOf(rows, isSame);
}

async function importRows(
  to: Writing,
  table: BulkTable,
  rows: readonly object[],
): Promise<ImportTally> {
  const isSame = await compare(to, table, rows);
  await writeRows(to, table, changed(rows, isSame), { replaces: true });
  return tallyOf(rows, isSame);
}

/** By the index of each row whose thing is stored, whether its content is the same. */
type Compared = ReadonlyMap<number, boolean>;

const changed = <Row>(rows: readonly Row[], isSame: Compared): readonly Row[] =>
  rows.filter((_, no) => isSame.get(no) !== true);

function tallyOf({ length }: readonly unknown[], isSame: Compared): ImportTally {
  const unchanged = [...isSame.values()].filter(Boolean).length;
  const replaced = isSame.size - unchanged;
  return { ...NOTHING, created: length - isSame.size, replaced, unchanged };
}

/** Finds the rows that are stored by their keys, and then compares those: in a first import, it sends no texts. */
async function compare(
  { transaction, session }: Writing,
  table: BulkTable,
  rows: readonly object[],
  projectId?: string,
): Promise<Compared> {
  if (rows.length === 0) return new Map();
  const content = sql.ref(CONTENT[table]);
  const joined = async <Found>(json: string, found = sql``) => {
    const asked = session.jsonRows(json, { no: 'bigint', ...COLUMNS[table] }, projectId);
    const { rows: both } = await sql<Found & { readonly no: number }>`
      select no ${found} from ${asked} join ${sql.table(table)} t using (${keyOf(table)})
    `.execute(transaction);
    return both;
  };
  const all = rows.map((row, no) => ({ no, ...row }));
  const keys = await joined<object>(JSON.stringify(all, ['no', ...KEYS[table]]));
  if (keys.length === 0) return new Map();
  const stored = new Set(keys.map(({ no }) => no));
  const compared = await joined<{ readonly same: boolean | number | null }>(
    JSON.stringify(all.filter(({ no }) => stored.has(no))),
    sql`, t.${content} = json_rows.${content} as same`,
  );
  return new Map(compared.map(({ no, same }) => [no, Boolean(same)]));
}

/**
 * Removes the change requests that no entry lists from the projects that an import lists completely, and records an event
 * for each of the projects whose entry names a principal. Call it when all entries are written. Returns how many it removed.
 */
async function withdrawUnlisted(
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
