import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

async function openWithProject() {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url };
  (await migratePostgres(settings))._unsafeUnwrap();
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  return { store, url: database.url };
}

const changeRequest = (id: number, title: string): ScheduledChangeRequest => ({
  id,
  title,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: `feature-${id}`, changes: [{ action: 'archiveFeature' }] }],
  segments: [],
});

it('records a batch in few statements, however large it is', async () => {
  const { store } = await openWithProject();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const batch = Array.from({ length: 1_000 }, (_, id) => changeRequest(id, 'new'));

  const recorded = (await store.writer.putAll(batch, 'ann'))._unsafeUnwrap();

  expect(new Set(recorded)).toEqual(new Set(['created']));
  expect(query.mock.calls.length).toBeLessThanOrEqual(10);
});

it('replaces a change request that another writer added during a batch', async () => {
  const { store, url } = await openWithProject();
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  const first = changeRequest(2, 'first');
  await other.query('begin');
  await other.query(
    `insert into change_requests (project_id, id, environment, title, body, rule_version)
     values ('shop', 2, 'production', 'first', $1, ${RULE_VERSION})`,
    [JSON.stringify(first)],
  );
  const batch = [1, 2, 3].map((id) => changeRequest(id, 'batch'));
  const recording = store.writer.putAll(batch, 'ann');
  await vi.waitFor(async () => {
    // A transaction sees the activity as it was when it first looked.
    await other.query('select pg_stat_clear_snapshot()');
    const { rows } = await other.query(
      'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    expect(rows).toHaveLength(1);
  });
  await other.query('commit');

  expect((await recording)._unsafeUnwrap()).toEqual(['created', 'replaced', 'created']);

  const [, event] = (
    await store.events.list({ type: 'change-request-scheduled', limit: 10 })
  )._unsafeUnwrap().events;
  expect(event).toMatchObject({ data: batch[1], preData: first });
});
