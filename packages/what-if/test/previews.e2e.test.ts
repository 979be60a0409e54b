import type { Change } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, test } from 'vitest';
import {
  API,
  ARCHIVE,
  at,
  authorizer,
  scheduled,
  serveFrom,
  SHOP,
} from '../../forecast/test/served-schedule.ts';
import { ADMIN } from '../../http/test/admin-world.ts';
import { errorIn } from '../../http/test/serve.ts';
import { httpWhatIf } from '../src/http/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import { makeWhatIfUseCases } from '../src/previews.ts';

const PREVIEW = `${API}/projects/shop/change-requests/scheduled/preview`;
const ROLLOUT: Change = { action: 'updateStrategy', payload: { id: 's-1', segments: [] } };
const LATER = scheduled('shop', 1, 30, ARCHIVE);
const ROLLOUTS = [
  scheduled('shop', 2, 20, ROLLOUT),
  scheduled('office', 3, 20, { action: 'updateEnabled' }),
];
const SOONER = { move: 1, scheduledAt: at(10) };

async function serving() {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  const capabilities = [httpWhatIf(makeWhatIfUseCases({ authorizer, ...store }))];
  const { ask } = await serveFrom(store, [LATER, ...ROLLOUTS], capabilities);
  return (body: string, key = SHOP, path = PREVIEW) =>
    ask('POST', path, {
      headers: { Authorization: key, 'Content-Type': 'application/json' },
      body,
    });
}

async function served() {
  const ask = await serving();
  return (body: unknown, key?: string, path?: string) => ask(JSON.stringify(body), key, path);
}

const read = (body: string) => JSON.parse(body) as Readonly<Record<string, unknown>>;

describe('a preview', () => {
  test('has what goes less well, its causes, and how many are hidden', async () => {
    const { status, body } = await (await served())({ edits: [SOONER] });
    expect(status).toBe(200);
    // Of what the key may not read, only how many there are.
    expect(body).not.toContain('office');
    expect(read(body)).toMatchObject({
      coverage: 'live',
      before: { 'as-planned': 2, suspended: 0 },
      after: { 'as-planned': 1, suspended: 1 },
      worse: [
        {
          project: 'shop',
          id: 2,
          before: 'as-planned',
          forecast: 'suspended',
          causes: [{ project: 'shop', id: 1, consequence: { rule: 'feature-archived' } }],
          causeCount: 1,
          hiddenCauses: 0,
          reasons: [],
        },
      ],
      worseCount: 2,
      hiddenWorse: 1,
      better: [],
      betterCount: 0,
      hiddenBetter: 0,
      edited: [{ id: 1, forecast: 'as-planned' }],
      reasons: [],
    });
  });

  test('refuses a field that is there twice', async () => {
    const ask = await serving();
    const body = `{"edits":[${JSON.stringify(SOONER).replace('{', '{"move":2,')}]}`;

    expect(errorIn(await ask(body))).toMatchObject({ status: 400 });
  });

  test('takes a change request without an id, as it would be recorded', async () => {
    const { id: _id, ...put } = scheduled('shop', 0, 40, ROLLOUT);
    const { body } = await (await served())({ edits: [{ put }] });
    expect(read(body)).toMatchObject({
      worse: [{ id: -1, forecast: 'suspended' }],
      edited: [{ id: -1, title: 'Change 0' }],
    });
  });

  test.each<readonly [string, unknown, RegExp]>([
    ['no edits', {}, /edits/],
    ['an edit of two kinds', { edits: [{ ...SOONER, withdraw: 1 }] }, /edits\[0\].*\\"put/],
    ['a misspelt edit', { edits: [{ withdrawn: 1 }] }, /edits\[0\].*\\"withdraw/],
    ['a misspelt field', { edits: [], edit: [] }, /edit/],
    ['a time without its zone', { edits: [{ move: 1, scheduledAt: '2030-01-01' }] }, /edits\[0\]/],
    ['what is wrong in a put', { edits: [{ put: { id: 1 } }] }, /edits\[0\].*put\.environment/],
  ])('rejects %s', async (_what, body, says) => {
    const response = await (await served())(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatch(says);
  });

  test('needs the permission in the project only', async () => {
    const ask = await served();
    const office = PREVIEW.replace('shop', 'office');
    expect((await ask({ edits: [] }, SHOP, office)).status).toBe(403);
    expect((await ask({ edits: [] }, ADMIN, office)).status).toBe(200);
    expect((await ask({ edits: [] }, ADMIN, PREVIEW.replace('shop', 'none'))).status).toBe(404);
  });
});
