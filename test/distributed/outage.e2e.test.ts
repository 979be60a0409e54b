import { expect, it, onTestFinished } from 'vitest';
import { ask, searchPath, strategyPath } from '../../packages/service/test/http/ask.ts';
import { definition } from '../../packages/service/test/http/sample-data.ts';
import { makeKey, serve } from '../../packages/service/test/http/served-app.ts';
import { changeRequest } from '../../packages/store-postgres/test/open-database.ts';
import { type CitusDatabase, openStore, ownDatabase, query } from './citus-database.ts';

const PROJECTS = Array.from({ length: 20 }, (_, no) => `project-${no}`);
/** How often each request is sent at the same time. */
const REPETITIONS = 3;
const DEADLINE_MS = 30_000;

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

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly content?: object;
}

const TARGETS = { targets: [{ feature: 'checkout', intent: 'archive' }] };

const requestsIn = (project: string): readonly Asked[] => [
  { method: 'GET', path: searchPath(project, 'feature=checkout') },
  { method: 'GET', path: `${searchPath(project)}/1` },
  { method: 'PUT', path: `${searchPath(project)}/1`, content: contentIn(project) },
  { method: 'POST', path: `/api/admin/projects/${project}/impact`, content: TARGETS },
  { method: 'GET', path: `/api/admin/projects/${project}/change-requests` },
];

const contentIn = (project: string) => ({ ...changeRequest(1, 'one', ['checkout']), project });

/** Serves projects with a change request each from a cluster. */
async function serveProjects(database: CitusDatabase) {
  const store = await openStore(database, DEADLINE_MS);
  const served = await serve(store, { deadlineMs: DEADLINE_MS });
  onTestFinished(() => served.stop());
  const key = await makeKey(store, 'admin');
  for (const project of PROJECTS) {
    (await store.projects.register({ id: project, name: project }, 'ann'))._unsafeUnwrap();
    (await store.writer.put(contentIn(project), 'ann'))._unsafeUnwrap();
  }
  const headers = { 'Content-Type': 'application/json' };
  const send = async ({ method, path, content }: Asked): Promise<string> => {
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const { status, json } = await ask(served, { method, path, key, headers, ...body });
    return `${method} ${path}: ${status}${isEmpty(json) ? ', empty' : ''}`;
  };
  return { store, send };
}

const isEmpty = (json: unknown): boolean => Array.isArray(json) && json.length === 0;

it('serves the projects of the other workers while one is down', async () => {
  const database = await ownDatabase();
  const { store, send } = await serveProjects(database);
  const sendAll = (): Promise<readonly string[]> =>
    Promise.all(PROJECTS.flatMap(requestsIn).flatMap((asked) => repeated(asked).map(send)));
  const expected = (statusIn: (project: string) => number): readonly string[] =>
    PROJECTS.flatMap((project) =>
      requestsIn(project)
        .flatMap(repeated)
        .map(({ method, path }) => `${method} ${path}: ${statusIn(project)}`),
    );
  const [worker = ''] = database.workers;
  const lost = await projectsOn(database, worker);
  expect(lost.size).toBeGreaterThan(0);
  expect(lost.size).toBeLessThan(PROJECTS.length);
  for (const name of ['a', 'b']) {
    (await store.strategies.register(definition(name), 'ann'))._unsafeUnwrap();
  }

  const bringBack = await takeDown(database, worker);
  for (let round = 0; round < 3; round += 1) {
    expect(await sendAll()).toEqual(expected((project) => (lost.has(project) ? 503 : 200)));
  }
  const spanning: readonly Asked[] = [
    { method: 'POST', path: '/api/admin/impact', content: TARGETS },
    { method: 'GET', path: '/api/admin/change-requests' },
    { method: 'GET', path: '/api/admin/projects' },
    { method: 'GET', path: '/api/admin/user' },
    { method: 'DELETE', path: `${strategyPath('a')}?guard=refuse` },
  ];
  for (const each of spanning) expect(await send(each)).toMatch(/: 503$/);
  for (const each of [
    { method: 'DELETE', path: strategyPath('a') },
    { method: 'GET', path: '/api/admin/events' },
    { method: 'GET', path: '/ready' },
  ]) {
    expect(await send(each)).toMatch(/: 200$/);
  }

  await bringBack();
  await expect.poll(sendAll, { timeout: 30_000 }).toEqual(expected(() => 200));
  expect(await send({ method: 'DELETE', path: `${strategyPath('b')}?guard=refuse` })).toMatch(
    /: 200$/,
  );
});

const repeated = <T>(value: T): readonly T[] => Array.from({ length: REPETITIONS }, () => value);
