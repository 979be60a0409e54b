import { describe, expect, test } from 'vitest';
import { json, serveAdmin } from './serve.ts';

const STRATEGY = '/api/admin/strategies/fresh';
const TEXTS = { displayName: 'Fresh', title: 'A title', description: 'What it does' };

describe('issue 10, finding 17: PUT of a strategy definition', () => {
  test.each([
    ['keeps the texts that are absent', {}, TEXTS],
    ['clears a text with null', { title: null }, { ...TEXTS, title: undefined }],
    ['clears a text with an empty one', { displayName: '' }, { ...TEXTS, displayName: undefined }],
    ['replaces a text', { description: 'New' }, { ...TEXTS, description: 'New' }],
  ])('%s', async (_what, update, expected) => {
    const { ask } = await serveAdmin({ isWhole: true });
    await ask('POST', '/api/admin/strategies', json({ name: 'fresh', parameters: [], ...TEXTS }));

    expect((await ask('PUT', STRATEGY, json({ parameters: [], ...update }))).status).toBe(200);

    const { displayName, title, description } = JSON.parse((await ask('GET', STRATEGY)).body);
    expect({ displayName, title, description }).toEqual(expected);
  });
});

describe("issue 10, finding 19: a strategy definition named with ! * ' ( )", () => {
  const NAME = "it's-(a!*)";

  test.each([
    ['as they are', NAME],
    ['percent-encoded', NAME.replace(/[!*'()]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)],
  ])('is added, changed and deleted at a path with the characters %s', async (_how, inPath) => {
    const { ask } = await serveAdmin({ isWhole: true });
    const path = `/api/admin/strategies/${inPath}`;
    const body = json({ name: NAME, parameters: [] });

    const added = await ask('POST', '/api/admin/strategies', body);
    const statuses = [added, await ask('PUT', path, body), await ask('DELETE', path)].map(
      ({ status }) => status,
    );

    expect(statuses).toEqual([201, 200, 200]);
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('needs a name for each parameter', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const send = (parameter: object) =>
      ask('POST', '/api/admin/strategies', json({ name: NAME, parameters: [parameter] }));

    expect((await send({ type: 'string' })).status).toBe(400);
    expect((await send({ name: '', type: 'string' })).status).toBe(400);
  });
});
