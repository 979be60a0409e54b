import { expect, it } from 'vitest';
import { AS_IF_DISTRIBUTED } from './as-if-distributed.ts';
import {
  changeRequest,
  manyChangeRequests,
  openDatabase,
  openShop,
  outcomeOf,
  registerShop,
  searchFor,
} from './open-database.ts';

const COUNT = 12_000;

/** Opens a store as if it were distributed. All change requests of its shop touch `all`, and the first ones a feature each. */
async function openRouted() {
  const { open, connect } = await openDatabase();
  const client = await connect();
  await client.query(AS_IF_DISTRIBUTED);
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  await client.query(`${manyChangeRequests(COUNT, `'all'`)};
    insert into touches (kind, value, project_id, change_request_id, scheduled_at, influence)
      select 1, 'feature-' || i, 'shop', i, 0, 0 from generate_series(1, 100) i`);
  return { store, client };
}

it('returns all of a routed search with many matches, and of the others of its batch', async () => {
  const { store } = await openRouted();
  const search = async (name: string): Promise<readonly number[]> =>
    (await store.reader.search(searchFor(name)))._unsafeUnwrap().changeRequests.map(({ id }) => id);
  const short = Array.from({ length: 20 }, (_, no) => search(`feature-${no + 1}`));
  const long = search('all');
  expect(await long).toEqual(Array.from({ length: COUNT }, (_, no) => no + 1));
  expect(await Promise.all(short)).toEqual(Array.from({ length: 20 }, (_, no) => [no + 1]));
  expect(await search('all')).toHaveLength(COUNT);
});

it('finds nothing by the kind of one target with the value of another', async () => {
  const { store } = await openRouted();
  const anyOf = [
    { kind: 'feature', name: 'none' },
    { kind: 'strategy', id: 'feature-1' },
  ] as const;
  const found = await store.reader.search({ projectId: 'shop', anyOf });
  expect(found._unsafeUnwrap().changeRequests).toEqual([]);
});

it('goes on with the searches of the other machines when a statement loses one', async () => {
  const { store, client } = await openRouted();
  const projects = Array.from({ length: 20 }, (_, no) => `project-${no}`);
  await client.query(
    `insert into projects (id, name) select id, id from unnest($1::text[]) as p (id)`,
    [projects],
  );
  // The first machine is down: its projects fail each statement that has one.
  await client.query(`
    create function down() returns text language plpgsql as
      $$ begin raise exception 'down' using errcode = '08006'; end $$;
    alter table projects rename to all_projects;
    create view projects as select id, name,
      case get_shard_id_for_distribution_column('all_projects', id) when 0 then down() else coverage end as coverage
      from all_projects`);
  const { rows } = await client.query<{ machine: number }>(
    `select get_shard_id_for_distribution_column('projects', id) as machine from unnest($1::text[]) as p (id)`,
    [projects],
  );
  const expected = rows.map(({ machine }) => (machine === 0 ? 'StoreUnavailable' : 'ok'));
  expect(new Set(expected).size).toBe(2);
  const anyOf = [{ kind: 'feature', name: 'feature-1' } as const];
  for (let round = 0; round < 2; round += 1) {
    const found = await Promise.all(
      projects.map((projectId) => store.reader.search({ projectId, anyOf })),
    );
    expect(found.map(outcomeOf)).toEqual(expected);
  }
});

it('returns StoreUnavailable for routed reads of a server that is read-only', async () => {
  const { store, client } = await openRouted();
  const database = '(select current_database())';
  await client.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', ${database}); end $$`,
  );
  // The connections of now keep the setting that they began with.
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(outcomeOf(await store.reader.search(searchFor('feature-1')))).toBe('StoreUnavailable');
  const asked = [{ target: { kind: 'feature', name: 'feature-1' } as const }];
  const impact = await store.reader.impact({ asked, projectIds: ['shop'] });
  expect(outcomeOf(impact)).toBe('StoreUnavailable');
});

it('records in transactions of hosts of a database that is distributed, and of one that is not', async () => {
  const distributed = await openRouted();
  const plain = await openShop();
  for (const { store, client } of [distributed, { ...plain, client: await plain.connect() }]) {
    await client.query('begin');
    const { writer, reader } = store.withTransaction(client);
    (await writer.put(changeRequest(20_000, 'new', ['new']), 'ann'))._unsafeUnwrap();
    const found = await reader.search(searchFor('new'));
    expect(found._unsafeUnwrap().changeRequests).toHaveLength(1);
    await client.query('rollback');
  }
});
