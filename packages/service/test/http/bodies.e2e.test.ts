import { describe, expect, it } from 'vitest';
import { LOCATIONS } from './open-stores.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { changeRequest } from './sample-data.ts';
import { detailsOf, serveFor } from './with-stores.ts';

const ALL = '/projects/shop/change-requests/scheduled';
const good = changeRequest(1, { checkout: [{ action: 'archiveFeature' }] });

describe.for(LOCATIONS)('invalid bodies, %s', ([, make]) => {
  const world = serveFor(make);
  const put = (body: unknown, more: object = {}) => world.send('PUT', `${ALL}/1`, body, more);

  it('over 1 MB: 413', async () => {
    const big = { ...good, title: 'x'.repeat(1_100_000) };
    expect(await put(big)).toMatchObject({ status: 413, json: { name: 'PayloadTooLarge' } });
    const chunked = { headers: { 'Transfer-Encoding': 'chunked' } };
    expect((await put(big, chunked)).status).toBe(413);
  });

  it('400 for malformed JSON, 415 for another type', async () => {
    for (const broken of ['', '{', '{"id":1', 'undefined', '{"id":1}x', '\u{feff}\u{feff}{}']) {
      expect(await put(broken)).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
    }
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const response = await put(good, { headers: { 'Content-Type': type } });
      expect(response).toMatchObject({ status: 415, json: { name: 'UnsupportedMediaType' } });
    }
    const utf16 = { headers: { 'Content-Type': 'application/json; charset=utf-16' } };
    expect((await put(good, utf16)).status).toBe(415);
    expect((await put(good, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
    const latin1 = Buffer.from(JSON.stringify({ ...good, title: 'é' }), 'latin1');
    expect((await put('', { body: latin1 })).status).toBe(400);
  });

  it('400 for deep nesting', async () => {
    const deep = `{"id":1,"payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await put(deep)).status).toBe(400);
  });

  it.for([
    ['id', { id: '1' }, 'id'],
    ['another id', { id: 2 }, 'id'],
    ['another project', { project: 'office' }, 'project'],
    ['no environment', { environment: undefined }, 'environment'],
    ['no state', { state: undefined }, 'state'],
    ['another state', { state: 'Applied' }, 'state'],
    ['features', { features: {} }, 'features'],
    ['no feature name', { features: [{ changes: [] }] }, 'features[0].name'],
    [
      'no action',
      { features: [{ name: 'f', changes: [{ payload: {} }] }] },
      'features[0].changes[0].action',
    ],
    ['a title', { title: 7 }, 'title'],
    [
      'an invalid date',
      { schedule: { status: 'pending', scheduledAt: 'soon' } },
      'schedule.scheduledAt',
    ],
    [
      'a date without a zone',
      { schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00' } },
      'schedule.scheduledAt',
    ],
    [
      'an invalid day',
      { schedule: { status: 'pending', scheduledAt: '2027-02-30T00:00:00Z' } },
      'schedule.scheduledAt',
    ],
    ['a schedule status', { schedule: { status: 'done' } }, 'schedule.status'],
  ] as const)('400 with the path of a wrong field: %s', async ([, more, path]) => {
    const response = await put({ ...good, ...more });
    expect(response).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
    expect(detailsOf(response).map((detail) => detail.path)).toEqual([path]);
    expect(detailsOf(response)[0]?.message).toMatch(/^expected /);
  });

  it.for(['-1', '1.5', '9007199254740992', '99999999999999999999', '1e3', 'one', '%201', '007'])(
    '400 for the id %o in the path',
    async (id) => {
      for (const response of [
        await world.send('PUT', `${ALL}/${id}`, good),
        await world.ask('GET', `${ALL}/${id}`),
        await world.ask('DELETE', `${ALL}/${id}`),
      ]) {
        expect(response).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
      }
    },
  );

  it.for([-1, 1.5, 2 ** 53, 1e300])('400 for the id %o in a body', async (id) => {
    const response = await world.send('POST', ALL, [{ ...good, id }]);
    expect(detailsOf(response).map(({ path }) => path)).toEqual(['[0].id']);
  });

  it('drops unknown fields at any depth, and refuses them under handling=strict', async () => {
    await world.send('POST', '/projects', { id: 'shop', name: 'Shop' });
    const change = { action: 'archiveFeature', colour: 1, payload: { anything: [1] } };
    const body = {
      ...good,
      shade: 1,
      features: [{ name: 'checkout', tint: null, changes: [change] }],
    };
    const strict = { headers: { Prefer: 'handling=strict' } };
    const refused = await put(body, strict);
    expect(detailsOf(refused).map(({ path }) => path)).toEqual([
      'features[0].changes[0].colour',
      'shade',
    ]);
    expect((await put(body)).status).toBe(201);
    expect((await world.ask('GET', `${ALL}/1`)).json).toStrictEqual({
      ...good,
      features: [
        {
          name: 'checkout',
          changes: [{ action: 'archiveFeature', payload: { anything: [1] } }],
        },
      ],
    });
  });

  it('401 without a valid key, whatever the body', async () => {
    for (const body of ['{', JSON.stringify(good), 'x'.repeat(2_000_000)]) {
      expect((await put(body, { key: 'invalid' })).status).toBe(401);
    }
  });

  it('400 at once for a body broken in the packet of its header; 401 without a valid key', async () => {
    for (const [Authorization, status] of [
      ['secret of admin', 400],
      ['invalid', 401],
    ] as const) {
      const { socket, closed } = await connectTo(world);
      const header = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' };
      const path = `/api/admin${ALL}/1`;
      socket.write(`${rawRequest('PUT', path, { Authorization, ...header })}not a chunk`);
      expect((await closed).match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`]);
    }
  });
});
