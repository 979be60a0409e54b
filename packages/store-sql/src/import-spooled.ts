import type { ImportCounts, ImportTally } from '@forewarn/core/operator';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { changeRequestRow } from './change-request-rows.ts';
import type { EntrySpool, ImportEntry } from './entry-spool.ts';
import {
  CHANGE_REQUEST_COLUMNS,
  type JsonRows,
  PROJECT_COLUMNS,
  STRATEGY_COLUMNS,
} from './json-rows.ts';
import type { SqlSession } from './sql-session.ts';
import { strategyRow } from './strategy-row.ts';
import type { Tables } from './tables.ts';
import { insertTouches, touchRows } from './touch-rows.ts';

/** The tables of an import, each with its key and the column that has what the thing is. */
const THINGS = {
  projects: { key: ['id'], content: 'name', columns: PROJECT_COLUMNS },
  strategies: { key: ['name'], content: 'definition', columns: STRATEGY_COLUMNS },
  change_requests: { key: ['project_id', 'id'], content: 'body', columns: CHANGE_REQUEST_COLUMNS },
} as const;

type Tally = { -readonly [Outcome in keyof ImportTally]: number };

type Thing = keyof typeof THINGS;

const KEY_COLUMNS = { project_id: 'text', id: 'bigint' } as const;

/** What an entry makes of a thing. */
interface Step {
  readonly thing: Thing;
  /** The key alone if the thing ends. */
  readonly row: object;
  readonly entry: ImportEntry;
}

/** Imports entries: one import at a time, so that each counts what it finds. */
export async function importSpooled(
  transaction: Transaction<Tables>,
  { forUpdate, jsonRows }: Pick<SqlSession, 'forUpdate' | 'jsonRows'>,
  spool: EntrySpool,
): Promise<ImportCounts> {
  await forUpdate(transaction.selectFrom('projection').select('rule_version')).execute();
  const counts = { projects: none(), strategies: none(), changeRequests: none() };
  for await (const batch of spool.batches()) {
    const found = await importBatch(transaction, jsonRows, batch);
    add(counts.projects, found.projects);
    add(counts.strategies, found.strategies);
    add(counts.changeRequests, found.changeRequests);
  }
  return counts;
}

const none = (): Tally => ({ created: 0, replaced: 0, unchanged: 0, withdrawn: 0 });

function add(to: Tally, more: ImportTally): void {
  to.created += more.created;
  to.replaced += more.replaced;
  to.unchanged += more.unchanged;
  to.withdrawn += more.withdrawn;
}

/** Applies entries, each of another thing, in the same few statements however many there are. */
async function importBatch(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  entries: readonly ImportEntry[],
): Promise<ImportCounts> {
  const steps = entries.map(stepOf);
  const of = (thing: Thing) => steps.filter((step) => step.thing === thing);
  const projects = await importThings(transaction, jsonRows, 'projects', of('projects'));
  const strategies = await importThings(transaction, jsonRows, 'strategies', of('strategies'));
  const changeRequests = of('change_requests');
  const registered = await registerProjects(transaction, jsonRows, changeRequests);
  return {
    projects: { ...projects, created: projects.created + registered },
    strategies,
    changeRequests: await importThings(transaction, jsonRows, 'change_requests', changeRequests),
  };
}

function stepOf(entry: ImportEntry): Step {
  switch (entry.kind) {
    case 'project': {
      const { id, name } = entry.project;
      return { thing: 'projects', row: { id, name }, entry };
    }
    case 'strategy':
      return { thing: 'strategies', row: strategyRow(entry.definition), entry };
    case 'ended':
      return {
        thing: 'change_requests',
        row: { project_id: entry.projectId, id: entry.id },
        entry,
      };
    case 'scheduled':
      return { thing: 'change_requests', row: changeRequestRow(entry.changeRequest), entry };
  }
}

/** Registers the projects of change requests that are not registered; returns how many. */
async function registerProjects(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  steps: readonly Step[],
): Promise<number> {
  const ids = steps.flatMap(({ entry }) =>
    entry.kind === 'scheduled' ? [entry.changeRequest.project] : [],
  );
  const rows = [...new Set(ids)].map((id) => ({ id, name: id }));
  const { numAffectedRows } = await sql`
    insert into projects (id, name)
    select id, name from ${jsonRows(JSON.stringify(rows), PROJECT_COLUMNS)} where true
    on conflict do nothing`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Writes what is not stored yet, and counts what becomes of each entry. */
async function importThings(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  thing: Thing,
  steps: readonly Step[],
): Promise<ImportTally> {
  const isSame = await compare(transaction, jsonRows, thing, steps);
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
  await upsert(transaction, jsonRows, thing, written);
  if (thing === 'change_requests') {
    await remove(transaction, jsonRows, 'touches', replaced);
    await remove(transaction, jsonRows, thing, ended);
    const rows = written.flatMap(({ entry }) =>
      entry.kind === 'scheduled' ? touchRows(entry.changeRequest) : [],
    );
    await insertTouches(transaction, jsonRows, rows);
  }
  return tally;
}

const namesOf = (columns: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));

const rowsOf = (steps: readonly Step[]): string =>
  JSON.stringify(steps.map(({ row }, no) => ({ no, ...row })));

/** Returns whether the content of each stored thing is that of the step at this index. */
async function compare(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  thing: Thing,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, boolean>> {
  if (steps.length === 0) return new Map();
  const { key, content, columns } = THINGS[thing];
  const { rows } = await sql<{ no: number; same: boolean | number | null }>`
    select no, t.${sql.ref(content)} = json_rows.${sql.ref(content)} as same
    from ${jsonRows(rowsOf(steps), { no: 'bigint', ...columns })}
    join ${sql.table(thing)} t using (${namesOf(key)})`.execute(transaction);
  return new Map(rows.map(({ no, same }) => [no, Boolean(same)]));
}

async function upsert(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  thing: Thing,
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  const { key, columns } = THINGS[thing];
  const names = Object.keys(columns);
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  await sql`
    insert into ${sql.table(thing)} (${namesOf(names)})
    select ${namesOf(names)} from ${jsonRows(rowsOf(steps), columns)} where true
    on conflict (${namesOf(key)}) do update set ${sql.join(assignments)}`.execute(transaction);
}

/** Deletes the rows of change requests. */
async function remove(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  table: 'change_requests' | 'touches',
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  const id = table === 'touches' ? 'change_request_id' : 'id';
  await sql`
    delete from ${sql.table(table)} where (project_id, ${sql.ref(id)}) in (
      select project_id, id from ${jsonRows(rowsOf(steps), KEY_COLUMNS)})`.execute(transaction);
}
