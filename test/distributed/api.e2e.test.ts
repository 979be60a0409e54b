import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ask, searchPath, strategyPath } from '../../packages/service/test/http/ask.ts';
import { definition } from '../../packages/service/test/http/sample-data.ts';
import { makeKey, serve } from '../../packages/service/test/http/served-app.ts';
import { runCommand } from '../../packages/service/test/run-command.ts';
import { openPostgresStore } from '../../packages/store-postgres/src/index.ts';
import { changeRequest } from '../../packages/store-postgres/test/open-database.ts';
import { createCitusDatabase } from './citus-database.ts';

const PROJECTS = ['home', 'office', 'shop'];
const DISTRIBUTED = ['projects', 'change_requests', 'touches', 'doubts', 'strategies', 'events'];

/** Runs `forewarn` on a new database of the cluster. */
async function newDatabase() {
  const database = await createCitusDatabase();
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-distributed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { DATABASE_URL: database.url };
  const forewarn = (...args: readonly string[]) => runCommand(args, { folder, env });
  const load = (state: object) =>
    runCommand(['import', '-'], { folder, env, input: JSON.stringify(state) });
  return { database, forewarn, load };
}

it('migrates, distributes what is stored once, and migrates again', async () => {
  const { forewarn, load } = await newDatabase();
  expect((await forewarn('migrate')).code).toBe(0);
  const changeRequests = PROJECTS.flatMap((project) =>
    [1, 2].map((id) => ({ ...changeRequest(id, 'one', ['checkout']), project })),
  );
  await load({ changeRequests, strategies: [{ name: 'byCountry' }] });
  const before = await forewarn('export');

  expect(await forewarn('migrate', '--distribute')).toEqual({
    code: 0,
    stdout: [...DISTRIBUTED.map((name) => `distributed ${name}`), 'Done.', ''].join('\n'),
    stderr: '',
  });
  const nothing = { code: 0, stdout: 'Nothing to do.\n', stderr: '' };
  expect(await forewarn('migrate', '--distribute')).toEqual(nothing);
  expect(await forewarn('migrate')).toEqual(nothing);
  expect(await forewarn('export')).toEqual(before);
  expect((await load({ changeRequests })).stdout).toContain('0 created, 0 replaced, 6 unchanged');
});

it('serves the API', async () => {
  const { database, forewarn } = await newDatabase();
  expect((await forewarn('migrate', '--distribute')).code).toBe(0);
  const settings = { connectionString: database.url, deadlineMs: 60_000 };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const served = await serve(store, '', [], undefined, { deadlineMs: 60_000 });
  onTestFinished(() => served.stop());
  const key = await makeKey(store, 'admin');
  const send = async (method: string, path: string, content?: unknown) => {
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await ask(served, { method, path, key, headers, ...body });
    return [status, json] as const;
  };
  const base = '/api/admin';

  for (const id of PROJECTS) {
    expect(await send('POST', `${base}/projects`, { id, name: id })).toEqual([
      201,
      expect.anything(),
    ]);
  }
  expect((await send('POST', `${base}/strategies`, definition('byCountry')))[0]).toBe(201);
  for (const project of PROJECTS) {
    const path = `${searchPath(project)}/1`;
    const content = changeRequest(1, 'one', ['checkout']);
    expect((await send('PUT', path, { ...content, project }))[0]).toBe(201);
    expect((await send('GET', path))[1]).toMatchObject({ id: 1, project });
    expect(await send('GET', searchPath(project, 'feature=checkout'))).toEqual([
      200,
      [{ id: 1, environment: 'production', title: 'one' }],
    ]);
  }
  const asked = { targets: [{ feature: 'checkout', intent: 'archive' }] };
  expect((await send('POST', `${base}/impact`, asked))[1]).toMatchObject({
    impacts: [{ outcome: 'some', count: 3 }],
  });
  expect((await send('GET', `${base}/change-requests`))[0]).toBe(200);
  expect((await send('DELETE', `${strategyPath('byCountry')}?guard=refuse`))[0]).toBe(200);
  expect((await send('DELETE', `${searchPath('office')}/1`))[0]).toBe(200);
  expect((await send('DELETE', `${base}/projects/home`))[0]).toBe(200);
  expect((await send('GET', searchPath('home', 'feature=checkout')))[0]).toBe(404);
  expect((await send('GET', searchPath('office', 'feature=checkout')))[1]).toEqual([]);
  const [, events] = await send('GET', `${base}/events`);
  expect((events as { events: { type: string }[] }).events.map(({ type }) => type)).toEqual([
    'project-deleted',
    'change-request-schedule-withdrawn',
    'change-request-schedule-withdrawn',
    'strategy-deleted',
    'change-request-scheduled',
    'change-request-scheduled',
    'change-request-scheduled',
    'strategy-created',
    'project-created',
    'project-created',
    'project-created',
  ]);
});
