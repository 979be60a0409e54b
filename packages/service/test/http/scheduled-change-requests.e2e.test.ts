import { describe, expect, it } from 'vitest';
import { LOCATIONS } from './open-stores.ts';
import { changeRequest } from './sample-data.ts';
import { detailsOf, messageOf, serveFor } from './with-stores.ts';

const ALL = '/projects/shop/change-requests/scheduled';
const archive = [{ action: 'archiveFeature' }];

describe.for(LOCATIONS)('scheduled change requests, %s', ([, make]) => {
  const world = serveFor(make);
  const newest = async (limit = 1) =>
    (await world.store.events.list({ limit }))._unsafeUnwrap().events;
  const search = async (feature: string) =>
    (await world.ask('GET', `${ALL}?feature=${feature}`)).json;

  it('404 for an unknown project', async () => {
    const body = changeRequest(1, { checkout: archive });
    expect((await world.send('PUT', `${ALL}/1`, body)).status).toBe(404);
    expect((await world.send('POST', ALL, [body])).status).toBe(404);
    expect((await world.ask('GET', `${ALL}/1`)).status).toBe(404);
    expect((await world.ask('DELETE', `${ALL}/1`)).status).toBe(404);
    expect((await world.send('POST', '/projects', { id: 'shop', name: 'Shop' })).status).toBe(201);
  });

  it('records one with 201, replaces it with 200, and is idempotent', async () => {
    const body = changeRequest(1, { checkout: archive });
    const created = await world.send('PUT', `${ALL}/1`, body);
    expect(created).toMatchObject({ status: 201, json: body });
    expect(created.headers.location).toBe(`/api/admin${ALL}/1`);
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
    expect(again).toMatchObject({ status: 200, json: titled });
    expect(again.headers.etag).toBe(replaced.headers.etag);
    expect(await newest()).toEqual(before);
  });

  it('returns a recorded one with its ETag, and 304 for that ETag', async () => {
    const body = changeRequest(2, { basket: archive }, { title: 'x', createdBy: { id: 7 } });
    const { headers } = await world.send('PUT', `${ALL}/2`, body);
    const found = await world.ask('GET', `${ALL}/2`);
    expect(found).toMatchObject({ status: 200, json: body, headers: { etag: headers.etag } });
    const known = await world.ask('GET', `${ALL}/2`, {
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect({ status: known.status, text: known.text }).toEqual({ status: 304, text: '' });
  });

  it('withdraws one with 200 without a body, removes it from searches and records an event', async () => {
    const body = changeRequest(3, { gone: archive });
    await world.send('PUT', `${ALL}/3`, body);
    const withdrawn = await world.ask('DELETE', `${ALL}/3`);
    expect({ status: withdrawn.status, text: withdrawn.text }).toEqual({ status: 200, text: '' });
    expect(await search('gone')).toEqual([]);
    expect(await newest()).toMatchObject([
      { type: 'change-request-schedule-withdrawn', data: null, preData: body },
    ]);
    expect((await world.ask('DELETE', `${ALL}/3`)).status).toBe(404);
    expect((await world.ask('GET', `${ALL}/3`)).status).toBe(404);
  });

  it('412 without a change when If-Match or If-None-Match fails', async () => {
    const body = changeRequest(4, { guarded: archive });
    const put = (more: object, headers: Record<string, string>) =>
      world.send('PUT', `${ALL}/4`, { ...body, ...more }, { headers });
    expect((await put({}, { 'If-Match': '*' })).status).toBe(412);
    const created = await put({}, { 'If-None-Match': '*' });
    expect(created.status).toBe(201);
    expect((await put({}, { 'If-None-Match': '*' })).status).toBe(412);
    const etag = String(created.headers.etag);
    expect((await put({ title: 'a' }, { 'If-Match': '"other"' })).status).toBe(412);
    expect((await put({ title: 'a' }, { 'If-Match': `W/${etag}` })).status).toBe(412);
    expect((await put({ title: 'a' }, { 'If-Match': `"other", ${etag}` })).status).toBe(200);
    expect((await put({ title: 'b' }, { 'If-Match': etag })).status).toBe(412);
    expect((await put({ title: 'b' }, { 'If-None-Match': etag })).status).toBe(200);
    const stale = { headers: { 'If-Match': etag } };
    expect((await world.ask('DELETE', `${ALL}/4`, stale)).status).toBe(412);
    expect((await world.ask('GET', `${ALL}/4`)).json).toMatchObject({ title: 'b' });
    const anyOne = { headers: { 'If-Match': '*' } };
    expect((await world.ask('DELETE', `${ALL}/4`, anyOne)).status).toBe(200);
  });

  it('of 100 writers with one ETag, exactly one wins', async () => {
    const body = changeRequest(5, { raced: archive });
    const { headers } = await world.send('PUT', `${ALL}/5`, body);
    const ifMatch = { headers: { 'If-Match': String(headers.etag) } };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, writer) =>
        world.send('PUT', `${ALL}/5`, { ...body, title: `writer ${writer}` }, ifMatch),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 412)]);
    const winner = responses.find(({ status }) => status === 200);
    expect((await world.ask('GET', `${ALL}/5`)).json).toEqual(winner?.json);
  });

  it('records all of a batch or none', async () => {
    const batch = [10, 11, 12].map((id) => changeRequest(id, { batched: archive }));
    const wrong = [...batch, changeRequest(13, { 'a\0b': archive })];
    const refused = await world.send('POST', ALL, wrong);
    expect(refused.status).toBe(400);
    expect(detailsOf(refused)[0]?.path).toBe('[3].features[0].name');
    expect(await search('batched')).toEqual([]);
    const first = await world.send('POST', ALL, batch.slice(0, 1));
    expect(first).toMatchObject({ status: 200, json: { created: 1, replaced: 0, unchanged: 0 } });
    expect((await world.send('POST', ALL, batch)).json).toEqual({
      created: 2,
      replaced: 0,
      unchanged: 1,
    });
    expect(await newest(3)).toMatchObject([
      { type: 'change-request-scheduled', data: { id: 12 } },
      { type: 'change-request-scheduled', data: { id: 11 } },
      { type: 'change-request-scheduled', data: { id: 10 } },
    ]);
    expect(messageOf(await world.send('POST', ALL, []))).toContain('1 to 1000');
  });

  it('refuses a batch with a duplicate id, another project, or more than 1,000', async () => {
    const one = changeRequest(20, { batched2: archive });
    const twice = await world.send('POST', ALL, [one, { ...one, title: 'again' }]);
    expect(detailsOf(twice).map(({ path }) => path)).toEqual(['[1].id']);
    const elsewhere = await world.send('POST', ALL, [{ ...one, project: 'office' }]);
    expect(detailsOf(elsewhere).map(({ path }) => path)).toEqual(['[0].project']);
    const small = { id: 0, environment: 'e', project: 'shop', state: 'Scheduled' };
    const many = Array.from({ length: 1_001 }, (_, id) => ({ ...small, id: 10_000 + id }));
    expect(messageOf(await world.send('POST', ALL, many))).toContain('at most 1000');
    expect(await search('batched2')).toEqual([]);
  });

  it('needs PROJECT_CHANGE_REQUEST_WRITE to write and PROJECT_CHANGE_REQUEST_READ to read', async () => {
    const reader = await world.makeKey('reader', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
    const elsewhere = await world.makeKey('elsewhere', {
      permissions: ['PROJECT_CHANGE_REQUEST_WRITE'],
      projects: ['office'],
    });
    const body = changeRequest(30, { mine: archive });
    for (const key of [reader, elsewhere]) {
      for (const response of [
        await world.send('PUT', `${ALL}/30`, body, { key }),
        await world.send('POST', ALL, [body], { key }),
        await world.ask('DELETE', `${ALL}/30`, { key }),
      ]) {
        expect(response.status).toBe(403);
        expect(messageOf(response)).toContain('PROJECT_CHANGE_REQUEST_WRITE');
      }
    }
    const named = await world.send('PUT', `${ALL}/30`, body, { key: reader });
    expect(messageOf(named)).toContain('"shop"');
    expect((await world.ask('GET', `${ALL}/1`, { key: reader })).status).toBe(200);
    expect((await world.ask('GET', `${ALL}/1`, { key: elsewhere })).status).toBe(403);
  });
});
