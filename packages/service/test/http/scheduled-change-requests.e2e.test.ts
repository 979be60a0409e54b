import { beforeAll, describe, expect, it } from 'vitest';
import { inPostgres } from './open-stores.ts';
import { changeRequest } from './sample-data.ts';
import { detailsOf, serveFor } from './with-stores.ts';

const ALL = '/projects/shop/change-requests/scheduled';
const archive = [{ action: 'archiveFeature' }];

describe('recording scheduled change requests', () => {
  const world = serveFor(inPostgres);
  const newest = async (limit = 1) =>
    (await world.store.events.list({ limit }))._unsafeUnwrap().events;
  const search = async (feature: string) =>
    (await world.ask('GET', `${ALL}?feature=${feature}`)).json;
  beforeAll(async () => {
    await world.send('POST', '/projects', { id: 'shop', name: 'Shop' });
  });

  it('records one with 201, replaces it with 200, and is idempotent', async () => {
    const body = changeRequest(1, { checkout: archive });
    const created = await world.send('PUT', `${ALL}/1`, body);
    expect(created).toMatchObject({ status: 201, json: body });
    expect(await search('checkout')).toEqual([{ id: 1, environment: 'production' }]);

    const titled = { ...body, title: 'Goodbye' };
    const replaced = await world.send('PUT', `${ALL}/1`, titled);
    expect(replaced).toMatchObject({ status: 200, json: titled });
    expect(replaced.headers.etag).not.toBe(created.headers.etag);
    expect(await newest()).toMatchObject([
      { type: 'change-request-scheduled', data: titled, preData: body, project: 'shop' },
    ]);

    const before = await newest();
    const again = await world.send('PUT', `${ALL}/1`, titled);
    expect(again).toMatchObject({ status: 200, headers: { etag: replaced.headers.etag } });
    expect(await newest()).toEqual(before);
    const { headers } = await world.ask('GET', `${ALL}/1`);
    expect(headers.etag).toBe(replaced.headers.etag);
  });

  it('records all of a batch or none', async () => {
    const batch = [10, 11, 12].map((id) => changeRequest(id, { batched: archive }));
    const [one] = batch;
    for (const [path, wrong] of [
      ['[3].features[0].name', [...batch, changeRequest(13, { 'a\0b': archive })]],
      ['[1].id', [one, { ...one, title: 'again' }]],
      ['[0].project', [{ ...one, project: 'office' }]],
    ] as const) {
      const refused = await world.send('POST', ALL, wrong);
      expect(refused.status).toBe(400);
      expect(detailsOf(refused).map((detail) => detail.path)).toEqual([path]);
    }
    expect(await search('batched')).toEqual([]);

    const counts = { created: 3, replaced: 0, unchanged: 0 };
    expect(await world.send('POST', ALL, batch)).toMatchObject({ status: 200, json: counts });
    expect((await world.send('POST', ALL, batch)).json).toMatchObject({ unchanged: 3 });
    expect((await newest(3)).map(({ data }) => (data as { id: number }).id)).toEqual([12, 11, 10]);
  });
});
