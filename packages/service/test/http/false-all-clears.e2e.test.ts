import type { ImportEntry } from '@forewarn/record';
import { expect, it } from 'vitest';
import { ask, searchPath } from './ask.ts';
import { changeRequest, importInto } from './sample-data.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - 1.5 * DAY_MS).toISOString();

/** A service that says nothing by data that is older than a day. */
async function serveDaily() {
  const served = await serveHere(undefined, { maxDataAgeMs: DAY_MS });
  const { store } = served;
  const key = await makeKey(store, 'ci');
  const send = (method: string, path: string, body: unknown) =>
    ask(served, {
      method,
      path: `/api/admin/projects/shop${path}`,
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    send,
    imports: (...entries: readonly ImportEntry[]) => importInto(store, ...entries),
    impact: async (): Promise<object> => {
      const { json } = await send('POST', '/impact', { targets: [{ feature: 'checkout' }] });
      const { impacts, ...rest } = json as { readonly impacts: readonly object[] };
      return { ...impacts[0], ...rest };
    },
    search: (query = 'feature=checkout') => ask(served, { path: searchPath('shop', query), key }),
  };
}

it('gives no all-clear of a project whose change requests were never loaded, until it is declared live', async () => {
  const { imports, impact, search, send } = await serveDaily();
  await imports({ kind: 'project', project: { id: 'shop', name: 'Shop' } });

  const unknown = { outcome: 'unknown', reasons: ['no-coverage'] };
  expect(await impact()).toMatchObject(unknown);
  const refused = await search();
  expect(refused).toMatchObject({ status: 503, json: { name: 'DataTooOldError' } });
  expect(refused.headers).not.toHaveProperty('retry-after');

  const recorded = changeRequest(17, { other: [{ action: 'archiveFeature' }] });
  expect(await send('PUT', '/change-requests/scheduled/17', recorded)).toMatchObject({
    status: 201,
  });
  expect((await send('PUT', '/coverage', { kind: 'none' })).status).toBe(400);
  expect(await impact()).toMatchObject(unknown);

  expect(await send('PUT', '/coverage', { kind: 'live' })).toMatchObject({ status: 200, text: '' });
  expect(await impact()).toMatchObject({ outcome: 'none' });
  expect(await search()).toMatchObject({ status: 200, text: '[]' });
});

it("gives no all-clear of yesterday's import, until there is a newer one", async () => {
  const { imports, impact, search } = await serveDaily();
  const complete = { kind: 'complete', projectId: 'shop', source: 'import' } as const;
  await imports({ ...complete, asOf: YESTERDAY });

  const unknown = { asOf: YESTERDAY, outcome: 'unknown', reasons: ['too-old'] };
  expect(await impact()).toMatchObject(unknown);
  expect(await search()).toMatchObject({
    status: 503,
    json: { message: expect.stringContaining('is 36 hours old') },
  });

  const asOf = new Date(Date.now() - 60_000).toISOString();
  await imports({ ...complete, asOf });
  expect(await impact()).toMatchObject({ asOf, outcome: 'none' });
  const clear = { status: 200, text: '[]', headers: { 'forewarn-as-of': asOf } };
  expect(await search()).toMatchObject(clear);
});
