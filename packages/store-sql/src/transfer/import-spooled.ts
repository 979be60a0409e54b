import type { Coverage, DataOutdated } from '@forewarn/core';
import {
  findOutdated,
  type ImportCounts,
  type ImportEntry,
  type ImportTally,
} from '@forewarn/core/operator';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { changeRequestRow } from '../projection/change-request-rows.ts';
import { coverageOf } from '../reads/coverage-text.ts';
import type { EntrySpool } from './entry-spool.ts';
import { coverageIn, markImported, projectIdOf, setCoverages } from './import-coverage.ts';
import {
  CHANGE_REQUEST_COLUMNS,
  PROJECT_COLUMNS,
  PROJECT_ID_COLUMNS,
  STRATEGY_COLUMNS,
} from '../session/json-rows.ts';
import { definitionsIn, keepDefinitions } from './keep-definitions.ts';
import { insertProjection, type Projection, projectionSoon } from '../projection/projection.ts';
import {
  type ChangeRequestRowKey,
  removeChangeRequests,
  removeProjection,
} from '../writes/remove-change-requests.ts';
import { rowGroups } from '../session/row-groups.ts';
import type { SqlSession } from '../session/sql-session.ts';
import { strategyRow } from '../writes/strategy-row.ts';
import type { Tables } from '../schema/tables.ts';
import { withdrawUnlisted } from './withdraw-unlisted.ts';

/** The tables of an import, each with its key and the column that has what the thing is. */
const THINGS = {
  projects: { key: ['id'], content: 'name', columns: PROJECT_COLUMNS },
  strategies: { key: ['name'], content: 'definition', columns: STRATEGY_COLUMNS },
  change_requests: { key: ['project_id', 'id'], content: 'body', columns: CHANGE_REQUEST_COLUMNS },
} as const;

type Tally = { -readonly [Outcome in keyof ImportTally]: number };

type Thing = keyof typeof THINGS;

/** Where an import happens. */
interface Import {
  readonly transaction: Transaction<Tables>;
  readonly session: Pick<SqlSession, 'assertRemoved' | 'forUpdate' | 'forKeyShare' | 'jsonRows'>;
  readonly signal: AbortSignal | undefined;
}

/** The state of a thing after an entry. */
interface Step {
  readonly thing: Thing;
  /** The key alone if the thing ends. */
  readonly row: object;
  readonly entry: ImportEntry;
}

/** Imports entries: one import at a time, so that each counts what it finds. */
export async function importSpooled(
  to: Import,
  spool: EntrySpool,
): Promise<Result<ImportCounts, DataOutdated>> {
  const { transaction, session } = to;
  const { complete } = spool;
  await session.forUpdate(transaction.selectFrom('projection').select('rule_version')).execute();
  const ids = complete.map(({ projectId }) => projectId);
  const stored = await lockProjects(to, ids);
  const outdated = findOutdated(complete, (projectId) => stored.get(projectId), Date.now());
  if (outdated !== undefined) return err(outdated);
  const counts = { projects: none(), strategies: none(), changeRequests: none() };
  for await (const batch of spool.batches()) {
    to.signal?.throwIfAborted();
    await session.assertRemoved?.(transaction, batch.flatMap(projectIdOf));
    const found = await importBatch(to, batch);
    add(counts.projects, found.projects);
    add(counts.strategies, found.strategies);
    add(counts.changeRequests, found.changeRequests);
  }
  counts.changeRequests.withdrawn += await withdrawUnlisted(transaction, session.jsonRows, spool);
  await setCoverages(to, complete.flatMap(coverageIn));
  return ok(counts);
}

const none = (): Tally => ({ created: 0, replaced: 0, unchanged: 0, withdrawn: 0 });

function add(to: Tally, more: ImportTally): void {
  to.created += more.created;
  to.replaced += more.replaced;
  to.unchanged += more.unchanged;
  to.withdrawn += more.withdrawn;
}

/**
 * Locks projects against writes, so that the import withdraws everything that a complete list leaves out. Returns their
 * coverage.
 */
async function lockProjects(
  { transaction, session }: Import,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Coverage>> {
  const locked = new Map<string, Coverage>();
  for (const { rows, projectId } of rowGroups(session.jsonRows, ids, (id) => id)) {
    const json = JSON.stringify(rows.map((id) => ({ id })));
    const among = sql<string>`(select id from ${session.jsonRows(json, PROJECT_ID_COLUMNS)})`;
    const query = transaction
      .selectFrom('projects')
      .select(['id', 'coverage'])
      .where('id', 'in', projectId === undefined ? among : [projectId])
      .orderBy('id');
    for (const { id, coverage } of await session.forUpdate(query).execute()) {
      locked.set(id, coverageOf(coverage));
    }
  }
  return locked;
}

/** Applies entries, each of another thing, in the same few statements however many there are. */
async function importBatch(to: Import, entries: readonly ImportEntry[]): Promise<ImportCounts> {
  const steps = entries.flatMap(stepOf);
  const of = (thing: Thing) => steps.filter((step) => step.thing === thing);
  const projects = await importThings(to, 'projects', of('projects'));
  await setCoverages(to, entries.filter(({ kind }) => kind === 'project').flatMap(coverageIn));
  const definitions = entries.flatMap((entry) =>
    entry.kind === 'strategy' ? [entry.definition.name] : [],
  );
  // One that is found unchanged must still be there when the import is over.
  await keepDefinitions(to.session, to.transaction, definitions);
  const strategies = await importThings(to, 'strategies', of('strategies'));
  const registered = await registerProjects(to, entries);
  await markImported(to, entries);
  const changeRequests = none();
  const scheduled = of('change_requests');
  for (const { rows, projectId } of rowGroups(to.session.jsonRows, scheduled, projectOf)) {
    add(changeRequests, await importThings(to, 'change_requests', rows, projectId));
  }
  return {
    projects: { ...projects, created: projects.created + registered },
    strategies,
    changeRequests,
  };
}

function stepOf(entry: ImportEntry): readonly Step[] {
  switch (entry.kind) {
    case 'project': {
      const { id, name } = entry.project;
      return [{ thing: 'projects', row: { id, name }, entry }];
    }
    case 'strategy':
      return [{ thing: 'strategies', row: strategyRow(entry.definition), entry }];
    case 'ended':
      return [
        { thing: 'change_requests', row: { project_id: entry.projectId, id: entry.id }, entry },
      ];
    case 'scheduled': {
      const row = changeRequestRow(entry.changeRequest, JSON.stringify(entry.changeRequest));
      return [{ thing: 'change_requests', row, entry }];
    }
    case 'complete':
      return [];
  }
}

/** Registers the projects that entries name and that are not registered; returns how many. */
async function registerProjects(to: Import, entries: readonly ImportEntry[]): Promise<number> {
  const { transaction, session } = to;
  const ids = entries.flatMap((entry) => {
    if (entry.kind === 'scheduled') return [entry.changeRequest.project];
    return entry.kind === 'complete' ? [entry.projectId] : [];
  });
  const rows = [...new Set(ids)].map((id) => ({ id, name: id }));
  const { rows: registered } = await sql`
    insert into projects (id, name)
    select id, name from ${session.jsonRows(JSON.stringify(rows), PROJECT_COLUMNS)} where true
    on conflict do nothing
    returning id`.execute(transaction);
  // Rows of a group are joined with their project, and must not miss it.
  for (const { projectId } of rowGroups(session.jsonRows, rows, ({ id }) => id)) {
    if (projectId === undefined) continue;
    const query = transaction.selectFrom('projects').select('id').where('id', '=', projectId);
    const kept = await session.forKeyShare(query).execute();
    if (kept.length === 0) return registered.length + (await registerProjects(to, entries));
  }
  return registered.length;
}

/** Writes what is not stored yet, and counts what becomes of each entry. */
async function importThings(
  to: Import,
  thing: Thing,
  steps: readonly Step[],
  projectId?: string,
): Promise<ImportTally> {
  const isSame = await compare(to, thing, steps, projectId);
  const tally = none();
  const [written, ended, replaced]: [Step[], Step[], Step[]] = [[], [], []];
  for (const [no, step] of steps.entries()) {
    const same = isSame.get(no);
    if (step.entry.kind === 'ended') {
      if (same === undefined) continue;
      tally.withdrawn += 1;
      ended.push(step);
    } else if (same === true) {
      tally.unchanged += 1;
    } else {
      tally[same === undefined ? 'created' : 'replaced'] += 1;
      written.push(step);
    }
    if (same === false) replaced.push(step);
  }
  const [projection] = await Promise.all([
    projectionSoon(written.map(({ entry }) => entry)),
    upsert(to, thing, written, projectId),
  ]);
  if (thing === 'change_requests') await project(to, projection, { ended, replaced });
  return tally;
}

/** Brings the projection of change requests up to date, and removes the ended ones. */
async function project(
  { transaction, session }: Import,
  projection: Projection,
  { ended, replaced }: Readonly<Record<'ended' | 'replaced', readonly Step[]>>,
): Promise<void> {
  await removeProjection(transaction, session.jsonRows, replaced.flatMap(keyOf));
  await removeChangeRequests(transaction, session.jsonRows, ended.flatMap(keyOf));
  await keepDefinitions(session, transaction, definitionsIn(projection));
  await insertProjection(transaction, session.jsonRows, projection);
}

/** The project of a change request. */
const projectOf = (step: Step): string => keyOf(step)[0]?.project_id ?? '';

function keyOf({ entry }: Step): readonly ChangeRequestRowKey[] {
  if (entry.kind === 'ended') return [{ project_id: entry.projectId, id: entry.id }];
  if (entry.kind !== 'scheduled') return [];
  const { project: project_id, id } = entry.changeRequest;
  return [{ project_id, id }];
}

const namesOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql.ref(name)));

const rowsOf = (steps: readonly Step[]): string =>
  JSON.stringify(steps.map(({ row }, no) => ({ no, ...row })));

/** Returns whether the content of each stored thing is that of the step at this index. */
async function compare(
  { transaction, session }: Import,
  thing: Thing,
  steps: readonly Step[],
  projectId: string | undefined,
): Promise<ReadonlyMap<number, boolean>> {
  if (steps.length === 0) return new Map();
  const { key, content, columns } = THINGS[thing];
  const { rows } = await sql<{ no: number; same: boolean | number | null }>`
    select no, t.${sql.ref(content)} = json_rows.${sql.ref(content)} as same
    from ${session.jsonRows(rowsOf(steps), { no: 'bigint', ...columns }, projectId)}
    join ${sql.table(thing)} t using (${namesOf(key)})`.execute(transaction);
  return new Map(rows.map(({ no, same }) => [no, Boolean(same)]));
}

async function upsert(
  { transaction, session }: Import,
  thing: Thing,
  steps: readonly Step[],
  projectId: string | undefined,
): Promise<void> {
  if (steps.length === 0) return;
  const { key, columns } = THINGS[thing];
  const names = Object.keys(columns);
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  await sql`
    insert into ${sql.table(thing)} (${namesOf(names)})
    select ${namesOf(names)} from ${session.jsonRows(rowsOf(steps), columns, projectId)} where true
    on conflict (${namesOf(key)}) do update set ${sql.join(assignments)}`.execute(transaction);
}
