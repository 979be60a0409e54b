import { memoryOperate } from '@forewarn/operate/memory';
import type { Change } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { type Question, searchPath, ask } from './ask.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - 1.5 * DAY_MS).toISOString();

/** A service that says nothing by data that is older than a day. */
async function serveDaily() {
  const store = createMemoryStore({}, [memoryOperate]);
  const served = await serveHere(store, '', [], undefined, { maxDataAgeMs: DAY_MS });
  const key = await makeKey(store, 'ci');
  const send = (method: string, path: string, body?: unknown, more: Partial<Question> = {}) =>
    ask(served, {
      method,
      path: `/api/admin${path}`,
      key,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
    });
  return {
    store,
    send,
    impactOf: async (target: object): Promise<object> => {
      const { status, json } = await send('POST', '/projects/shop/impact', { targets: [target] });
      expect(status).toBe(200);
      const { impacts, ...rest } = json as { readonly impacts: readonly object[] };
      return { ...impacts[0], ...rest };
    },
    search: (query: string) => ask(served, { path: searchPath('shop', query), key }),
    imports: async (...entries: readonly ImportEntry[]): Promise<void> => {
      async function* each() {
        for (const entry of entries) yield ok(entry);
      }
      (await store.transfer.import(each()))._unsafeUnwrap();
    },
    recorded: (change: Change): Promise<void> =>
      record(store, changeRequest(17, { checkout: [change] })),
  };
}

describe('no false all-clear (issue 12)', () => {
  const fails = (rule: string) => ({
    outcome: 'some',
    changeRequests: [{ id: 17, touches: [{ consequence: { outcome: 'fails', rule } }] }],
  });

  it('1: a strategy definition that a scheduled change adds', async () => {
    const { store, recorded, impactOf, send } = await serveDaily();
    await recorded({ action: 'addStrategy', payload: { name: 'holidaySale' } });
    await register(store, 'holidaySale');

    const target = { strategyDefinition: 'holidaySale', intent: 'delete' };
    expect(await impactOf(target)).toMatchObject(fails('definition-deleted'));
    expect(await send('DELETE', '/strategies/holidaySale?guard=refuse')).toMatchObject({
      status: 409,
      json: { name: 'StrategyInUseError', impact: { outcome: 'some', count: 1 } },
    });
    expect((await send('GET', '/strategies/holidaySale')).status).toBe(200);
  });

  it('2: a segment', async () => {
    const { recorded, impactOf } = await serveDaily();
    await recorded({ action: 'addStrategy', payload: { name: 'default', segments: [3, 7] } });

    const target = { segment: 7, intent: 'delete' };
    const touches = [{ consequence: { outcome: 'refused', rule: 'included-segment-deleted' } }];
    expect(await impactOf(target)).toMatchObject({ changeRequests: [{ touches }] });
    expect(await impactOf({ segment: 8 })).toMatchObject({ outcome: 'none' });
  });

  it('3: the parent of a scheduled dependency', async () => {
    const { recorded, impactOf, search } = await serveDaily();
    await recorded({ action: 'addDependency', payload: { feature: 'payments', enabled: true } });

    const target = { feature: 'payments', intent: 'archive' };
    expect(await impactOf(target)).toMatchObject(fails('parent-gone'));
    expect((await search('feature=payments')).json).toMatchObject([{ id: 17 }]);
  });

  it('4: a project whose change requests were never loaded', async () => {
    const { imports, impactOf, search } = await serveDaily();
    await imports({ kind: 'project', project: { id: 'shop', name: 'Shop' } });

    const unknown = { outcome: 'unknown', reasons: ['no-coverage'] };
    expect(await impactOf({ feature: 'checkout' })).toMatchObject(unknown);
    const refused = await search('feature=checkout');
    expect(refused).toMatchObject({ status: 503, json: { name: 'DataTooOldError' } });
    expect(refused.headers).not.toHaveProperty('retry-after');
  });

  it("5: yesterday's import that looks like now", async () => {
    const { imports, impactOf, search, recorded } = await serveDaily();
    const complete = { kind: 'complete', projectId: 'shop', source: 'import' } as const;
    await imports({ ...complete, asOf: YESTERDAY });

    const unknown = { asOf: YESTERDAY, outcome: 'unknown', reasons: ['too-old'] };
    expect(await impactOf({ feature: 'checkout' })).toMatchObject(unknown);
    expect(await search('feature=checkout')).toMatchObject({
      status: 503,
      json: { message: expect.stringContaining('is 36 hours old') },
    });

    const asOf = new Date(Date.now() - 60_000).toISOString();
    await imports({ ...complete, asOf });
    expect(await impactOf({ feature: 'checkout' })).toMatchObject({ asOf, outcome: 'none' });
    const clear = { status: 200, text: '[]', headers: { 'forewarn-as-of': asOf } };
    expect(await search('feature=checkout')).toMatchObject(clear);

    await recorded({ action: 'archiveFeature' });
    expect((await search('feature=nothing')).headers).toHaveProperty('forewarn-as-of', asOf);
  });

  const complete = { kind: 'complete', projectId: 'shop', asOf: YESTERDAY } as const;
  const ARCHIVE = { action: 'archiveFeature' };
  const partial = changeRequest(1, { other: [ARCHIVE] });
  it.for<[string, ImportEntry, string]>([
    ['as of an old import', { ...complete, source: 'import' }, 'too-old'],
    ['as of an old sync', { ...complete, source: 'sync' }, 'too-old'],
    ['partly imported', { kind: 'scheduled', changeRequest: partial }, 'no-coverage'],
    ['named', { kind: 'project', project: { id: 'shop', name: 'Shop' } }, 'no-coverage'],
  ])('6: one change request recorded in a project %s', async ([_what, entry, reason]) => {
    const { store, imports, impactOf, search, send } = await serveDaily();
    await imports(entry);
    const key = await makeKey(store, 'reader', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
    await register(store, 'zone');
    const unknown = { outcome: 'unknown', reasons: [reason] };
    const assertUnknown = async (): Promise<void> => {
      expect(await impactOf({ feature: 'checkout' })).toMatchObject(unknown);
      expect((await search('feature=checkout')).status).toBe(503);
      expect((await send('DELETE', '/strategies/zone?guard=refuse')).status).toBe(409);
    };
    const scheduled = '/projects/shop/change-requests/scheduled';
    const coverage = '/projects/shop/coverage';
    const live = { kind: 'live' };

    const steps: readonly (readonly [status: number, ...Parameters<typeof send>])[] = [
      [201, 'PUT', `${scheduled}/17`, changeRequest(17, { other: [ARCHIVE] })],
      [200, 'DELETE', `${scheduled}/17`],
      [200, 'POST', scheduled, [changeRequest(18, { other: [ARCHIVE] })]],
      [403, 'PUT', coverage, live, { key }],
      [400, 'PUT', coverage, { kind: 'none' }],
    ];
    for (const [status, ...request] of steps) {
      expect((await send(...request)).status).toBe(status);
      await assertUnknown();
    }

    expect(await send('PUT', coverage, live)).toMatchObject({ status: 200, text: '' });
    expect(await impactOf({ feature: 'checkout' })).toMatchObject({ outcome: 'none' });
    expect(await search('feature=checkout')).toMatchObject({ status: 200, text: '[]' });
    const event = { type: 'project-coverage-updated', project: 'shop', createdBy: 'ci' };
    expect((await send('GET', '/events?limit=1')).json).toMatchObject({
      events: [{ ...event, data: { id: 'shop', coverage: live } }],
    });
  });
});
