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
