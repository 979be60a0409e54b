import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect } from 'vitest';
import { importInto } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';
import { test } from './place.ts';
import { serveHere } from '../http/with-stores.ts';

const AS_OF = { kind: 'as-of', asOf: '2026-01-01T00:00:00.000Z', source: 'import' } as const;

/** A server with an imported project, and the environment of an administrator. */
async function serveImported() {
  const store = createMemoryStore({}, [memoryOperate]);
  const project = { id: 'shop', name: 'Shop' };
  await importInto(store, { kind: 'project', project, coverage: AS_OF });
  const served = await serveHere(store);
  const env = { FOREWARN_URL: served.url, FOREWARN_API_KEY: await makeKey(store, 'ops') };
  const coverage = async () => (await store.projects.list())._unsafeUnwrap()[0]?.coverage;
  return { store, env, coverage };
}

describe('forewarn projects live', () => {
  test('makes an imported project live, in the name of the key', async ({ place }) => {
    const { store, env, coverage } = await serveImported();

    expect(await place.run(['projects', 'live', 'shop'], { env })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'forewarn: the project "shop" is live\n',
    });
    expect(await coverage()).toEqual({ kind: 'live' });
    const { events } = (await store.events.list({ limit: 100 }))._unsafeUnwrap();
    const event = events.find(({ type }) => type === 'project-coverage-updated');
    expect(event).toMatchObject({ createdBy: 'ops' });
  });

  test('changes nothing for an unknown project, or with a key that may not', async ({ place }) => {
    const { store, env, coverage } = await serveImported();
    const permissions = ['PROJECT_CHANGE_REQUEST_WRITE'] as const;
    const powerless = { ...env, FOREWARN_API_KEY: await makeKey(store, 'ci', { permissions }) };

    expect(await place.run(['projects', 'live', 'garden'], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'forewarn: nothing was changed: There is no project "garden". GET /projects lists those that you may read; check --url and the id\n',
    });
    expect(await place.run(['projects', 'live', 'shop'], { env: powerless })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing was changed: You need the permission ADMIN'),
    });
    expect(await coverage()).toEqual(AS_OF);
  });

  test('says that it is unknown without a response', async ({ place }) => {
    const env = { FOREWARN_URL: 'http://127.0.0.1:1', FOREWARN_API_KEY: 'key' };

    expect(await place.run(['projects', 'live', 'shop'], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^forewarn: unknown whether the project is live: .*--url/),
    });
  });
});
