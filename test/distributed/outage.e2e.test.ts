import type { Store } from '@forewarn/core';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../packages/store-postgres/src/index.ts';
import { changeRequest, outcomeOf } from '../../packages/store-postgres/test/open-database.ts';
import { type CitusDatabase, distributedDatabase, query } from './citus-database.ts';

const PROJECTS = Array.from({ length: 20 }, (_, no) => `project-${no}`);
/** Searches at the same time. */
const CONCURRENCY = 64;

/** The projects on a worker. */
async function projectsOn({ url }: CitusDatabase, worker: string): Promise<ReadonlySet<string>> {
  const { port } = new URL(worker);
  const rows = await query<{ project: string }>(
    url,
    `select project from unnest(array['${PROJECTS.join("','")}']) as p (project)
     join citus_shards on shardid = get_shard_id_for_distribution_column('projects', project)
     where nodeport = ${port}`,
  );
  return new Set(rows.map(({ project }) => project));
}

/** Lets no client into the database on one worker, nor keeps one there, until the returned function runs. */
async function takeDown({ name }: CitusDatabase, worker: string): Promise<() => Promise<void>> {
  const server = new URL(worker);
  server.pathname = '/postgres';
  const allow = (isAllowed: boolean) =>
    query(server.href, `alter database ${name} with allow_connections ${isAllowed}`);
  await allow(false);
  await query(
    server.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  return async () => void (await allow(true));
}

/** The outcome of many searches at once, by project. */
async function searchAll(store: Store): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const outcomes = new Map(PROJECTS.map((project) => [project, new Set<string>()]));
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, no) => {
      const projectId = PROJECTS[no % PROJECTS.length] ?? '';
      const found = await store.reader.search({ projectId, anyOf });
      const outcome = found.isOk()
        ? `${found.value.changeRequests.length} found`
        : found.error.type;
      outcomes.get(projectId)?.add(outcome);
    }),
  );
  return outcomes;
}

it('serves the projects of the other workers while one is down', async () => {
  const database = await distributedDatabase();
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url, deadlineMs: 30_000 };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const put = async (project: string, id: number): Promise<string> =>
    outcomeOf(
      await store.writer.put({ ...changeRequest(id, 'one', ['checkout']), project }, 'ann'),
    );
  for (const project of PROJECTS) {
    (await store.projects.register({ id: project, name: project }, 'ann'))._unsafeUnwrap();
    expect(await put(project, 1)).toBe('ok');
  }
  const [worker = ''] = database.workers;
  const lost = await projectsOn(database, worker);
  expect(lost.size).toBeGreaterThan(0);
  expect(lost.size).toBeLessThan(PROJECTS.length);

  const bringBack = await takeDown(database, worker);
  for (let round = 0; round < 5; round += 1) {
    for (const [project, outcomes] of await searchAll(store)) {
      expect([project, ...outcomes]).toEqual([
        project,
        lost.has(project) ? 'StoreUnavailable' : '1 found',
      ]);
    }
  }
  for (const project of PROJECTS) {
    expect([project, await put(project, 1)]).toEqual([
      project,
      lost.has(project) ? 'StoreUnavailable' : 'ok',
    ]);
  }

  await bringBack();
  await expect
    .poll(async () => [...(await searchAll(store)).values()].flatMap((each) => [...each]), {
      timeout: 30_000,
    })
    .toEqual(PROJECTS.map(() => '1 found'));
});
