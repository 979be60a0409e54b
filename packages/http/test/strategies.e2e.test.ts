import { describe, expect, test } from 'vitest';
import { deletionsIn } from './admin-world.ts';
import { json, serveAdmin } from './serve.ts';

const STRATEGIES = '/api/admin/strategies';
const STRATEGY = `${STRATEGIES}/byCountry`;
/** With each character that some clients percent-encode in a path, and others do not. */
const NAME = "it's-(a!*)";

describe('deleting a strategy', () => {
  test('differs: sends Content-Length with an empty body', async () => {
    const { ask } = await serveAdmin({ strategies: ['byCountry'] });

    const response = await ask('DELETE', STRATEGY);

    expect(response).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
    expect(response.headers).not.toHaveProperty('content-type');
    expect(response.headers).not.toHaveProperty('transfer-encoding');
  });

  test('differs: keeps the whole definition in the event of its deletion', async () => {
    const { ask, store } = await serveAdmin({ isWhole: true });
    const added = await ask('POST', STRATEGIES, json({ name: NAME, title: 't', parameters: [] }));

    await ask('DELETE', `${STRATEGIES}/${NAME}`);

    const { events } = (await store.events.list({ limit: 1 }))._unsafeUnwrap();
    const preData = JSON.parse(added.body);
    expect(events).toMatchObject([{ type: 'strategy-deleted', createdBy: 'alice', preData }]);
  });

  test('differs: accepts one of 50 concurrent deletes, with one event', async () => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

    const asked = Array.from({ length: 50 }, () => ask('DELETE', STRATEGY));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(49);
    expect(await deletionsIn(store)).toHaveLength(1);
  });

  test.each([
    ['a%2Fb', 'a/b'],
    ['a+b', 'a+b'],
    ['%2561', '%61'],
    ['%2E%2E', '..'],
    ['it%27s-%28a%21%2A%29', NAME],
    ['__proto__', '__proto__'],
    ['byCountry?feature=%zz&force=true', 'byCountry'],
  ])('decodes %s once, and ignores a query without a guard', async (path, name) => {
    const { ask, store } = await serveAdmin({ strategies: [name] });

    expect((await ask('DELETE', `${STRATEGIES}/${path}`)).status).toBe(200);
    expect(await deletionsIn(store)).toEqual([`alice: ${name}`]);
  });
});
