import type { ImportCounts, ImportTally } from '@forewarn/core/operator';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';

/** The tables of things that can be imported, each with its key and with the column that says what the thing is. */
const THINGS = {
  projects: { key: ['id'], content: 'name', columns: ['id', 'name'] },
  strategies: {
    key: ['name'],
    content: 'definition',
    columns: ['name', 'editable', 'definition'],
  },
  change_requests: {
    key: ['project_id', 'id'],
    content: 'body',
    columns: ['project_id', 'id', 'environment', 'title', 'body'],
  },
} as const;

type Thing = keyof typeof THINGS;

const columnsOf = (names: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));

/** Applies what `stageEntries` wrote on this connection, in a few statements however many entries there are. */
export async function importStaged(
  transaction: Transaction<Tables>,
  session: Pick<SqlSession, 'forKeyShare' | 'forUpdate'>,
): Promise<ImportCounts> {
  // One import at a time: each counts what it finds.
  await session.forUpdate(transaction.selectFrom('projection').select('rule_version')).execute();
  const registered = await registerProjects(
    transaction,
    sql`and not exists (
      select 1 from staged_projects p where p.id = first.project_id and p.no < first.no)`,
  );
  const projects = await importThings(transaction, 'projects');
  const strategies = await importThings(transaction, 'strategies');
  const missing = await holdProjects(transaction, session);
  const changeRequests = await importThings(transaction, 'change_requests');
  await importTouches(transaction);
  return {
    projects: { ...projects, created: projects.created + registered + missing },
    strategies,
    changeRequests,
  };
}

/** Registers the projects of change requests that are not registered; returns how many. */
async function registerProjects(
  transaction: Transaction<Tables>,
  condition: RawBuilder<unknown> = sql``,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into projects (id, name)
    select project_id, project_id from (
      select project_id, min(no) as no
      from staged_change_requests where body is not null group by project_id
    ) first
    where not exists (select 1 from projects p where p.id = first.project_id) ${condition}
    order by project_id
    on conflict do nothing`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Keeps the projects of change requests from being deleted, and registers those that were deleted since. */
async function holdProjects(
  transaction: Transaction<Tables>,
  session: Pick<SqlSession, 'forKeyShare'>,
): Promise<number> {
  const { rows } = await sql<{ projects: number }>`
    select count(distinct project_id) as projects
    from staged_change_requests where body is not null`.execute(transaction);
  const wanted = rows[0]?.projects ?? 0;
  const named = sql<string>`(select project_id from staged_change_requests where body is not null)`;
  const held = session.forKeyShare(
    transaction.selectFrom('projects').select('id').where('id', 'in', named),
  );
  let registered = 0;
  for (;;) {
    const { projects } = await transaction
      .selectFrom(held.as('held'))
      .select((eb) => eb.fn.countAll<number>().as('projects'))
      .executeTakeFirstOrThrow();
    if (projects >= wanted) return registered;
    registered += await registerProjects(transaction);
  }
}

/** Counts what becomes of each entry, and writes the last one of each thing. */
async function importThings(transaction: Transaction<Tables>, thing: Thing): Promise<ImportTally> {
  const { key, content, columns } = THINGS[thing];
  const staged = sql.table(`staged_${thing}`);
  const changed = sql.table(`changed_${thing}`);
  const [table, body] = [sql.table(thing), sql.ref(content)];
  const tally = await tallyOf(transaction, thing);

  await sql`
    create temporary table ${changed} as
    select s.* from ${staged} s left join ${table} t using (${columnsOf(key)})
    where s.no in (select max(no) from ${staged} group by ${columnsOf(key)})
      and s.${body} is distinct from t.${body}`.execute(transaction);
  await sql`
    delete from ${table} where (${columnsOf(key)}) in (
      select ${columnsOf(key)} from ${changed} where ${body} is null)`.execute(transaction);
  const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    insert into ${table} (${columnsOf(columns)})
    select ${columnsOf(columns)} from ${changed} where ${body} is not null order by ${columnsOf(key)}
    on conflict (${columnsOf(key)}) do update set ${sql.join(assignments)}`.execute(transaction);
  return tally;
}

/** Counts what each entry does, as if they were applied one after the other. */
async function tallyOf(transaction: Transaction<Tables>, thing: Thing): Promise<ImportTally> {
  const { key, content } = THINGS[thing];
  const body = sql.ref(content);
  const { rows } = await sql<ImportTally>`
    select
      count(*) filter (where before is null and after is not null) as created,
      count(*) filter (where before <> after) as replaced,
      count(*) filter (where before = after) as unchanged,
      count(*) filter (where before is not null and after is null) as withdrawn
    from (
      select s.${body} as after,
        case when row_number() over entries = 1 then t.${body}
          else lag(s.${body}) over entries end as before
      from ${sql.table(`staged_${thing}`)} s left join ${sql.table(thing)} t using (${columnsOf(key)})
      window entries as (partition by ${columnsOf(key, 's')} order by s.no)
    ) steps`.execute(transaction);
  return { created: 0, replaced: 0, unchanged: 0, withdrawn: 0, ...rows[0] };
}

/** Rewrites the projection of the change requests that changed. */
async function importTouches(transaction: Transaction<Tables>): Promise<void> {
  await sql`
    delete from touches where (project_id, change_request_id) in (
      select project_id, id from changed_change_requests)`.execute(transaction);
  await sql`
    insert into touches (project_id, kind, value, change_request_id)
    select s.project_id, s.kind, s.value, s.change_request_id
    from staged_touches s join changed_change_requests c on c.no = s.no
    order by s.project_id, s.kind, s.value, s.change_request_id`.execute(transaction);
}
