import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeRequest, definition } from '../../service/test/http/sample-data.ts';
import { makeKey, serve } from '../../service/test/http/served-app.ts';
import { createClient, type InUse, type Outcome } from '../src/index.ts';
import { mayArchive } from './first-use.example.ts';

async function served(basePath = '') {
  const store = createMemoryStore({}, [memoryOperate]);
  const app = await serve(store, { basePath });
  onTestFinished(async () => {
    await app.stop();
    await store.close();
  });
  const key = await makeKey(store, 'admin');
  const url = `${app.url}${basePath}`;
  return { store, url, key, client: createClient({ url, key }) };
}

/** Returns the value of an outcome `done`; throws for any other. */
function done<T>(outcome: InUse | Outcome<T>): T {
  if (outcome.outcome !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

const archived = changeRequest(7, { checkout: [{ action: 'archiveFeature' }] }, { title: 'Away' });

test('every operation works, behind a base path', async () => {
  const { client } = await served('/flags');
  const shop = { id: 'shop', name: 'Shop' };

  expect(done(await client.getMe()).user).toEqual({ name: 'admin' });
  expect(done(await client.createProject(shop))).toEqual(shop);
  const listed = { ...shop, coverage: { kind: 'none' } };
  expect(done(await client.getProjects())).toEqual({ version: 1, projects: [listed] });

  const recorded = await client.recordScheduledChangeRequest(archived, { ifNoneMatch: '*' });
  expect(done(recorded)).toEqual(archived);
  const listed7 = { outcome: 'done', value: { changeRequests: [archived] } };
  expect(await client.getChangeRequestsForProject('shop', { feature: ['checkout'] })).toMatchObject(
    listed7,
  );
  expect(await client.getChangeRequests({ limit: 1 })).toMatchObject(listed7);
  const read = await client.getScheduledChangeRequest('shop', 7);
  expect(read).toEqual(recorded);
  expect(done(await client.recordScheduledChangeRequests('shop', [archived]))).toEqual({
    created: 0,
    replaced: 0,
    unchanged: 1,
  });
  expect(await client.getScheduledChangeRequests('shop', { feature: ['checkout'] })).toEqual({
    outcome: 'some',
    changeRequests: [{ id: 7, environment: 'production', title: 'Away' }],
  });
  const ifMatch = read.outcome === 'done' ? (read.etag ?? '') : '';
  expect(await client.withdrawScheduledChangeRequest('shop', 7, { ifMatch: '"x"' })).toMatchObject({
    outcome: 'refused',
    failure: { status: 412 },
  });
  done(await client.withdrawScheduledChangeRequest('shop', 7, { ifMatch }));
  expect(await client.getScheduledChangeRequests('shop', { feature: ['checkout'] })).toEqual({
    outcome: 'none',
  });

  const { editable: _always, ...fresh } = definition('a b/c');
  expect(await client.createStrategy(fresh)).toMatchObject({ failure: { name: 'BadDataError' } });
  expect(done(await client.createStrategy({ ...fresh, name: 'fresh' })).editable).toBe(true);
  done(await client.updateStrategy('fresh', { title: 'Fresh', parameters: [] }));
  done(await client.deprecateStrategy('fresh'));
  expect(done(await client.getStrategy('fresh'))).toMatchObject({
    title: 'Fresh',
    deprecated: true,
  });
  done(await client.reactivateStrategy('fresh'));
  expect(done(await client.getAllStrategies()).strategies.map(({ name }) => name)).toContain(
    'fresh',
  );
  done(await client.removeStrategy('fresh'));
  expect(await client.removeStrategy('fresh')).toMatchObject({
    outcome: 'refused',
    failure: { type: 'ErrorResponse', status: 404, name: 'NotFoundError' },
  });

  done(await client.updateProjectCoverage('shop', { kind: 'live' }));
  done(await client.deleteProject('shop'));
  const first = done(await client.getEvents({ limit: 1 }));
  expect(first.events.map(({ type }) => type)).toEqual(['project-deleted']);
  const next = first.nextCursor ?? '';
  const second = done(await client.getEvents({ limit: 1, cursor: next }));
  expect(second.events.map(({ type }) => type)).toEqual(['strategy-deleted']);
});

test('a refused connection is unknown, with the reason', async () => {
  const { client, store } = await served();
  const unheard = createClient({ url: 'http://127.0.0.1:2', key: 'a-key', tries: 1 });
  await store.close();

  expect(await unheard.getScheduledChangeRequests('shop', { feature: ['a'] })).toMatchObject({
    outcome: 'unknown',
    failure: {
      type: 'NoConnection',
      message: expect.stringContaining('connect ECONNREFUSED 127.0.0.1:2'),
    },
  });
  expect(await client.removeStrategy('a')).toMatchObject({
    outcome: 'unknown',
    failure: { status: 503, name: 'ServiceUnavailable' },
  });
});

test('the example of the README allows a change that no scheduled change request touches', async () => {
  const { client, url, key } = await served();
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await expect(mayArchive(url, key, 'checkout')).rejects.toThrow(
    'There is no project "shop". GET /projects lists',
  );
  done(await client.createProject({ id: 'shop', name: 'Shop' }));
  done(await client.recordScheduledChangeRequest(archived));

  expect(await mayArchive(url, key, 'search')).toBe(true);
  expect(await mayArchive(url, key, 'checkout')).toBe(false);
  expect(log.mock.calls).toEqual([['#7 (Away)']]);
});
