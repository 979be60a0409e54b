import { RULE_VERSION } from '@forewarn/core';
import { type StateEntry, UNSCHEDULED } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { migratePostgres } from '../src/index.ts';
import { changeRequest, openDatabase, openShop, spyOnStatements } from './open-database.ts';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** How many rows of change requests and their touches a plan has read. */
function rowsRead(node: Node): number {
  const isCounted = ['change_requests', 'touches'].includes(node['Relation Name'] ?? '');
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = isCounted ? rows * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

/** Fills projects with as many change requests, each of which touches a feature of its own. */
const filled = (projects: number, changeRequests: number, name: string): string => `
  insert into projects (id, name)
    select '${name}-' || p, '' from generate_series(1, ${projects}) p;
  insert into change_requests (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
    select '${name}-' || p, i, 'production', '{}', ${UNSCHEDULED}, 0, ${RULE_VERSION}
    from generate_series(1, ${projects}) p, generate_series(1, ${changeRequests}) i;
  insert into touches (kind, value, project_id, change_request_id, scheduled_at, influence)
    select 1, 'f-' || id, project_id, id, scheduled_at, 0 from change_requests where project_id like '${name}-%';`;

const WITHOUT_AUTOVACUUM = ['projects', 'change_requests', 'touches']
  .map((table) => `alter table ${table} set (autovacuum_enabled = false);`)
  .join('');

const QUESTIONS = 8;

it.each([
  ['was just filled', filled(20, 500, 'large')],
  [
    'has statistics of all tables but the projects',
    `${filled(20, 500, 'large')} analyze touches, change_requests`,
  ],
  [
    'has projects of very different sizes',
    `${filled(2_000, 1, 'small')} ${filled(1, 5_000, 'large')} analyze`,
  ],
])('reads only what matches when the store %s', async (_, fill) => {
  const { store, connect } = await openShop();
  const client = await connect();
  await client.query(WITHOUT_AUTOVACUUM + fill);
  const { take } = spyOnStatements();
  const search = (no: number) =>
    store.reader.search({ projectId: 'large-1', anyOf: [{ kind: 'feature', name: `f-${no}` }] });
  const found = await Promise.all(Array.from({ length: QUESTIONS }, (__, no) => search(no + 1)));
  expect(found.every((each) => each._unsafeUnwrap().changeRequests.length === 1)).toBe(true);

  const { text = '', values: [ids, ...others] = [] } = take().at(-1) ?? {};
  const questions = (ids as readonly string[]).length;
  expect(questions).toBeGreaterThan(1);
  const literals = [ids, ...others].map((value) => `'{${(value as readonly unknown[]).join()}}'`);
  // As a connection that has sent it often.
  await client.query(`set plan_cache_mode = force_generic_plan; prepare search as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
    `explain (analyze, format json) execute search (${literals.join()})`,
  );
  const [{ Plan: plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: undefined }];
  // One touch and one change request for each.
  expect(plan && rowsRead(plan)).toBe(2 * questions);
});

/** Returns the tables that have statistics. */
async function analyzedIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 0 order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the tables that a statement has vacuumed. */
async function vacuumedIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_stat_user_tables where vacuum_count > 0',
  );
  return rows.map(({ name }) => name);
}

const FILLED = ['change_requests', 'projects', 'strategies', 'touches'];

it('vacuums and makes statistics after an import of many change requests, and after none of few', async () => {
  const { open, connect } = await openDatabase();
  const [store, client] = [await open(), await connect()];
  const load = async (count: number): Promise<void> => {
    async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
      for (let id = 1; id <= count; id++) {
        yield ok({ kind: 'scheduled', changeRequest: changeRequest(id, 'new') });
      }
    }
    (await store.transfer.import(entries()))._unsafeUnwrap();
  };
  await load(10);
  expect(await analyzedIn(client)).toEqual([]);
  await load(1_500);
  expect(await analyzedIn(client)).toEqual(expect.arrayContaining(FILLED));
  // Before 15, Postgres counts after the statement has ended.
  await expect.poll(() => vacuumedIn(client)).toEqual(expect.arrayContaining(FILLED));
});

it('makes statistics after a rebuild', async () => {
  const { url, store, connect } = await openShop();
  const client = await connect();
  (await store.writer.put(changeRequest(1, 'old'), 'ann'))._unsafeUnwrap();
  await client.query(`alter table change_requests drop constraint change_requests_of_migrated_rule;
    update change_requests set rule_version = 0; update projection set rule_version = 0`);
  (await migratePostgres({ connectionString: url }))._unsafeUnwrap();
  expect(await analyzedIn(client)).toEqual(expect.arrayContaining(FILLED));
});
