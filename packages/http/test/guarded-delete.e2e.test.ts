import { describe, expect, test } from 'vitest';
import { ADMIN, createAdminWorld, deletionsIn } from './admin-world.ts';
import { createAdminApi } from '../src/index.ts';
import { serveSale, WINTER_SALE } from './sale-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const DEFINITION = '/api/admin/strategies/holidaySale';

const FINGERPRINT = 'expected a fingerprint of an impact of this strategy definition';
const meant = (name: string) =>
  `expected "${name}", which this name would not do: correct or remove it`;

describe('the guard of a delete', () => {
  test('refuses with 409 and the impact, until its fingerprint is acknowledged', async () => {
    const { ask, store } = await serveSale();

    const seen = JSON.parse((await ask('GET', `${DEFINITION}/impact`)).body) as {
      readonly fingerprint: string;
    };
    const refused = await ask('DELETE', `${DEFINITION}?guard=refuse`);

    expect(seen).toMatchObject({
      target: { strategyDefinition: 'holidaySale', intent: 'delete' },
      outcome: 'some',
      count: 1,
      hidden: 0,
    });
    const inUse = { status: 409, name: 'StrategyInUseError', impact: seen };
    expect(errorIn(refused)).toMatchObject(inUse);
    expect(await deletionsIn(store)).toEqual([]);

    const acknowledged = `${DEFINITION}?guard=refuse&acknowledge=${seen.fingerprint}`;
    (await store.writer.put({ ...WINTER_SALE, title: 'Another' }, 'test'))._unsafeUnwrap();
    const changed = await ask('DELETE', acknowledged);
    expect(errorIn(changed)).toMatchObject({ status: 409 });
    expect(await deletionsIn(store)).toEqual([]);

    (await store.writer.put(WINTER_SALE, 'test'))._unsafeUnwrap();
    expect(await ask('DELETE', acknowledged)).toMatchObject({ status: 200, body: '' });
    expect(await deletionsIn(store)).toEqual(['alice: holidaySale']);
  });

  test.each([
    ['guard=yes', 'guard', 'expected refuse'],
    ['guard=', 'guard', 'expected refuse'],
    ['guard=Refuse', 'guard', 'expected refuse'],
    ['guard=refuse&guard=refuse', 'the query parameter "guard"', 'expected it only once'],
    ['acknowledge=01234567.0123456789abcdef0123456789abcdef', 'acknowledge', FINGERPRINT],
    ['guard=refuse&acknowledge=', 'acknowledge', FINGERPRINT],
    // Misspelt ones, by their name or their value.
    ['gaurd=refuse', 'gaurd', meant('guard')],
    ['Guard=refuse', 'Guard', meant('guard')],
    ['guards=1', 'guards', meant('guard')],
    ['guard[]=yes', 'guard', 'expected refuse'],
    ['guard[]=refuse&guard=refuse', 'the query parameter "guard"', 'expected it only once'],
    ['guard[x]=refuse', 'guard[x]', meant('guard')],
    ['%20guard=refuse', ' guard', meant('guard')],
    ['protect=Refuse', 'protect', meant('guard')],
    ['guard%=refuse', 'guard%', meant('guard')],
    ['guard=refuse&acknowlege=x', 'acknowlege', meant('acknowledge')],
    ['acknowledgement=x', 'acknowledgement', meant('acknowledge')],
  ])('refuses ?%s with 400, and deletes nothing', async (query, path, message) => {
    const { ask, store } = await serveSale();
    const response = await ask('DELETE', `${DEFINITION}?${query}`);

    expect(errorIn(response)).toMatchObject({ status: 400, details: [{ path, message }] });
    expect(await deletionsIn(store)).toEqual([]);
  });

  test.each(['force=true', 'dryRun=1', '=refused', 'reason=refuse%20later', 'ack=1'])(
    'is not ?%s: an unknown parameter is ignored unless the client is strict',
    async (query) => {
      const { ask, store } = await serveSale();
      const strict = { headers: { Authorization: ADMIN, Prefer: 'handling=strict' } };

      expect(errorIn(await ask('DELETE', `${DEFINITION}?${query}`, strict)).status).toBe(400);
      expect(await deletionsIn(store)).toEqual([]);
      expect((await ask('DELETE', `${DEFINITION}?${query}`)).status).toBe(200);
    },
  );

  test('holds for each delete if the router guards deletes', async () => {
    const { ask, store } = await serveAdmin({
      isWhole: true,
      guardDeletes: true,
      strategies: ['holidaySale'],
    });
    const refused = errorIn(await ask('DELETE', DEFINITION));

    expect(refused).toMatchObject({ status: 409, name: 'StrategyInUseError' });
    expect(await deletionsIn(store)).toEqual([]);
    const acknowledged = `${DEFINITION}?acknowledge=${refused.impact?.fingerprint}`;
    expect((await ask('DELETE', acknowledged)).status).toBe(200);
  });

  test.each(['guard=refuse', 'acknowledge=x'])(
    'is a 400 for ?%s if the router has no guard, and deletes nothing',
    async (query) => {
      const { ask, store } = await serveAdmin({ strategies: ['holidaySale'] });

      expect(errorIn(await ask('DELETE', `${DEFINITION}?${query}`))).toMatchObject({
        status: 400,
        paths: [query.split('=')[0]],
      });
      expect(await deletionsIn(store)).toEqual([]);
    },
  );

  test('can not be required of an API without it', async () => {
    const { useCases } = await createAdminWorld();

    expect(() => createAdminApi(useCases, { guardDeletes: true })).toThrow(
      'guardDeletes needs the use case guardedDeleteStrategy',
    );
  });
});
