import type { Change, Store } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { ask, searchPath, type TestResponse } from './ask.ts';
import { LOCATIONS, openAt, type TestLocation } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - 1.5 * DAY_MS).toISOString();

describe.each(LOCATIONS)('no false all-clear (issue 12) %s', (_name, make) => {
  let location: TestLocation;
  let store: Store;
  let served: ServedApp;
  let key: string;

  beforeEach(async () => {
    location = await make();
    store = await openAt(location);
    served = await serve(store, '', [], createTelemetry(), { maxDataAgeMs: DAY_MS });
    key = await makeKey(store, 'ci');
  });

  afterEach(async () => {
    await served.stop();
    await store.close();
    await location.remove();
  });

  const impactOf = async (target: object): Promise<object> => {
    const response = await ask(served, {
      method: 'POST',
      path: '/api/admin/projects/shop/impact',
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ targets: [target] }),
    });
    expect(response.status).toBe(200);
    const { impacts, ...rest } = response.json as { readonly impacts: readonly object[] };
    return { ...impacts[0], ...rest };
  };

  const search = (query: string): Promise<TestResponse> =>
    ask(served, { path: searchPath('shop', query), key });

  async function imports(...entries: readonly ImportEntry[]): Promise<void> {
    async function* each() {
      for (const entry of entries) yield ok(entry);
    }
    (await store.transfer.import(each()))._unsafeUnwrap();
  }

  const recorded = (change: Change): Promise<void> =>
    record(store, changeRequest(17, { checkout: [change] }));

  it('1: a strategy definition that a scheduled change adds', async () => {
    await recorded({ action: 'addStrategy', payload: { name: 'holidaySale' } });
    await register(store, 'holidaySale');
    const target = { strategyDefinition: 'holidaySale', intent: 'delete' };

    expect(await impactOf(target)).toMatchObject({
      outcome: 'some',
      changeRequests: [
        { id: 17, touches: [{ consequence: { outcome: 'fails', rule: 'definition-deleted' } }] },
      ],
    });
    const path = '/api/admin/strategies/holidaySale';
    expect(
      await ask(served, { method: 'DELETE', path: `${path}?guard=refuse`, key }),
    ).toMatchObject({
      status: 409,
      json: { name: 'StrategyInUseError', impact: { outcome: 'some', count: 1 } },
    });
    expect((await ask(served, { path, key })).status).toBe(200);
  });

  it('2: a segment', async () => {
    await recorded({ action: 'addStrategy', payload: { name: 'default', segments: [3, 7] } });

    expect(await impactOf({ segment: 7, intent: 'delete' })).toMatchObject({
      outcome: 'some',
      changeRequests: [
        { id: 17, touches: [{ consequence: { outcome: 'fails', rule: 'segment-deleted' } }] },
      ],
    });
    expect(await impactOf({ segment: 8 })).toMatchObject({ outcome: 'none' });
  });

  it('3: the parent of a scheduled dependency', async () => {
    await recorded({ action: 'addDependency', payload: { feature: 'payments', enabled: true } });

    expect(await impactOf({ feature: 'payments', intent: 'archive' })).toMatchObject({
      outcome: 'some',
      changeRequests: [
        { id: 17, touches: [{ consequence: { outcome: 'fails', rule: 'parent-archived' } }] },
      ],
    });
    expect((await search('feature=payments')).json).toMatchObject([{ id: 17 }]);
  });

  it('4: a project whose change requests were never loaded', async () => {
    await imports({ kind: 'project', project: { id: 'shop', name: 'Shop' } });

    expect(await impactOf({ feature: 'checkout' })).toMatchObject({
      outcome: 'unknown',
      reasons: ['no-coverage'],
    });
    const refused = await search('feature=checkout');
    expect(refused).toMatchObject({ status: 503, json: { name: 'DataTooOldError' } });
    expect(refused.headers).not.toHaveProperty('retry-after');
  });

  it("5: yesterday's import that looks like now", async () => {
    const complete = { kind: 'complete', projectId: 'shop', source: 'import' } as const;
    await imports({ ...complete, asOf: YESTERDAY });

    expect(await impactOf({ feature: 'checkout' })).toMatchObject({
      asOf: YESTERDAY,
      outcome: 'unknown',
      reasons: ['too-old'],
    });
    expect(await search('feature=checkout')).toMatchObject({
      status: 503,
      json: {
        message: expect.stringContaining('is 36 hours old'),
      },
    });

    const asOf = new Date(Date.now() - 60_000).toISOString();
    await imports({ ...complete, asOf });
    expect(await impactOf({ feature: 'checkout' })).toMatchObject({ asOf, outcome: 'none' });
    expect(await search('feature=checkout')).toMatchObject({
      status: 200,
      text: '[]',
      headers: { 'forewarn-as-of': asOf },
    });

    await recorded({ action: 'archiveFeature' });
    expect((await search('feature=nothing')).headers).toHaveProperty('forewarn-as-of', asOf);
  });

  it.for<[string, readonly ImportEntry[], string]>([
    [
      'as of an old import',
      [{ kind: 'complete', projectId: 'shop', source: 'import', asOf: YESTERDAY }],
      'too-old',
    ],
    [
      'as of an old sync',
      [{ kind: 'complete', projectId: 'shop', source: 'sync', asOf: YESTERDAY }],
      'too-old',
    ],
    [
      'partly imported',
      [{ kind: 'scheduled', changeRequest: changeRequest(1, { other: [] }) }],
      'no-coverage',
    ],
    [
      'named by an import',
      [{ kind: 'project', project: { id: 'shop', name: 'Shop' } }],
      'no-coverage',
    ],
  ])('6: one change request recorded in a project %s', async ([_what, entries, reason]) => {
    await imports(...entries);
    const reader = await makeKey(store, 'reader', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
    const send = (method: string, path: string, body: object, secret = key) =>
      ask(served, {
        method,
        path: `/api/admin/projects/shop${path}`,
        key: secret,
        headers: { 'Content-Type': 'application/json' },
        ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
      });
    const assertUnknown = async (): Promise<void> => {
      expect(await impactOf({ feature: 'checkout' })).toMatchObject({
        outcome: 'unknown',
        reasons: [reason],
      });
      expect((await search('feature=checkout')).status).toBe(503);
      const path = '/api/admin/strategies/zone?guard=refuse';
      expect((await ask(served, { method: 'DELETE', path, key })).status).toBe(409);
    };
    await register(store, 'zone');
    const scheduled = '/change-requests/scheduled';

    await send('PUT', `${scheduled}/17`, changeRequest(17, { other: [] }));
    await assertUnknown();
    expect((await send('DELETE', `${scheduled}/17`, {})).status).toBe(200);
    await assertUnknown();
    await send('POST', scheduled, [changeRequest(18, { other: [] })]);
    await assertUnknown();

    expect((await send('PUT', '/coverage', { kind: 'live' }, reader)).status).toBe(403);
    expect((await send('PUT', '/coverage', { kind: 'none' })).status).toBe(400);
    await assertUnknown();
    expect(await send('PUT', '/coverage', { kind: 'live' })).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await impactOf({ feature: 'checkout' })).toMatchObject({ outcome: 'none' });
    expect(await search('feature=checkout')).toMatchObject({ status: 200, text: '[]' });
    const { json } = await ask(served, { path: '/api/admin/events?limit=1', key });
    expect(json).toMatchObject({
      events: [
        {
          type: 'project-coverage-updated',
          project: 'shop',
          createdBy: 'ci',
          data: { id: 'shop', coverage: { kind: 'live' } },
        },
      ],
    });
  });
});
