import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_FAILURES } from '../../src/keys/key-cache.ts';
import { recordSpans } from '../telemetry/recorded-spans.ts';
import { ask, type Question, type TestResponse } from './ask.ts';
import { changeRequest, record } from './sample-data.ts';
import { makeKey } from './served-app.ts';
import { messageOf, serveHere } from './with-stores.ts';

const CALENDAR = '/api/admin/projects/shop/change-requests.ics';
const enable = [{ action: 'updateEnabled' }];
const spans = recordSpans();

/** A service with one change request and a calendar key. */
async function serveShop() {
  const served = await serveHere();
  const { store } = served;
  await record(store, changeRequest(17, { sale: enable }, { title: 'Winter sale' }));
  const inQuery = (secret: string) => `key=${encodeURIComponent(secret)}`;
  const calendar = await makeKey(store, 'team calendar', {
    permissions: ['READ_CALENDAR'],
    projects: ['shop', 'attic'],
  });
  const send = (path: string, more: Partial<Question> = {}): Promise<TestResponse> =>
    ask(served, { path, ...more });
  const withKey = (secret: string, path = CALENDAR): Promise<TestResponse> =>
    send(`${path}?${inQuery(secret)}`);
  return { served, store, calendar, send, withKey };
}

type Shop = Awaited<ReturnType<typeof serveShop>>;

describe('the calendar of a project', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await serveShop();
  });

  it('opens with a calendar key in its address', async () => {
    const { status, headers, text } = await shop.withKey(shop.calendar);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(text).toContain('\r\nSUMMARY:Winter sale (production\\, pending)\r\n');
    expect(text).toContain('\r\nDTSTART:20270101T000000Z\r\n');
  });

  it('opens with the key as key[], too', async () => {
    const { status } = await shop.send(`${CALENDAR}?key[]=${encodeURIComponent(shop.calendar)}`);

    expect(status).toBe(200);
  });

  it('is not open to other keys in its address, and says why: 401', async () => {
    for (const permissions of [
      ['ADMIN'],
      ['PROJECT_CHANGE_REQUEST_READ'],
      ['READ_CALENDAR', 'SYNC'],
      [],
    ] as const) {
      const secret = await makeKey(shop.store, `key with ${permissions.join()}`, { permissions });
      // Twice, since the second time the key is cached.
      for (let time = 0; time < 2; time += 1) {
        const response = await shop.withKey(secret);
        expect(response.status).toBe(401);
        expect(messageOf(response)).toMatch(/^This key may do more .* addresses leak\. Revoke it/);
      }
    }
    expect((await shop.send(CALENDAR, { key: 'secret of key with ADMIN' })).status).toBe(200);
  });

  it('needs a valid key: 401 with what to do', async () => {
    for (const path of [
      CALENDAR,
      `${CALENDAR}?key=`,
      `${CALENDAR}?key=a&key[]=b`,
      `${CALENDAR}?key=%ff`,
    ]) {
      const response = await shop.send(path);
      expect(response.status).toBe(401);
      expect(messageOf(response)).toMatch(
        /^The address of the calendar needs \?key= and a valid key/,
      );
    }
  });

  it('does nothing else with its key: 401 in a header and in other queries', async () => {
    const { send, calendar, withKey } = shop;
    const others = [
      CALENDAR.replace('.ics', ''),
      `${CALENDAR.replace('.ics', '')}/scheduled`,
      '/api/admin/change-requests',
      '/api/admin/strategies',
      '/api/admin/strategies/change-requests.ics',
      '/api/admin/projects',
      '/api/admin/user',
      '/api/admin/events',
    ];

    for (const path of [CALENDAR, ...others]) {
      const response = await send(path, { key: calendar });
      expect([path, response.status]).toEqual([path, 401]);
      expect(messageOf(response)).toMatch(/^This key is for the address of a calendar only/);
    }
    for (const path of others) expect((await withKey(calendar, path)).status).toBe(401);
    const deleted = await send(`/api/admin/projects/shop?key=${encodeURIComponent(calendar)}`, {
      method: 'DELETE',
    });
    expect(deleted.status).toBe(401);
  });

  it('counts invalid keys in addresses like those in headers', async () => {
    for (let attempt = 0; attempt < MAX_FAILURES; attempt += 1) {
      expect((await shop.withKey(`guess ${attempt}`)).status).toBe(401);
    }

    expect((await shop.withKey('another guess')).status).toBe(429);
    expect((await shop.send('/api/admin/user', { key: 'guess' })).status).toBe(429);
    expect((await shop.withKey(shop.calendar)).status).toBe(200);
    // A missing key is not a guess.
    expect((await shop.send('/api/admin/user')).status).toBe(401);
    // One log line with the address, and without the keys.
    const told = shop.served.lines.filter(({ address }) => address !== undefined);
    expect(told).toMatchObject([{ address: '127.0.0.1', level: 40 }]);
    expect(JSON.stringify(shop.served.lines)).not.toContain('guess');
  });

  it('keeps the key of its address out of the log, traces and errors', async () => {
    const secrets = ['secret-1', 'secret-2%ff', 'secret-3'];
    const responses = [
      await shop.withKey(shop.calendar),
      await shop.send(`${CALENDAR}?key=secret-1`),
      await shop.send(`${CALENDAR}?key=secret-2%ff`, { headers: { Prefer: 'handling=strict' } }),
      await shop.send(`${CALENDAR}?unknown=1&key=secret-3`, {
        headers: { Prefer: 'handling=strict' },
      }),
      await shop.send(`${CALENDAR}?key=secret-1`, { method: 'POST' }),
      await shop.send(`/nowhere/change-requests.ics?key=secret-1`),
      await shop.send(`${CALENDAR}?key=${encodeURIComponent(shop.calendar)}&x=1`, {
        headers: { Prefer: 'handling=strict' },
      }),
    ];
    const written = JSON.stringify([
      shop.served.lines,
      responses,
      spans.all().map(({ name, attributes, events }) => ({ name, attributes, events })),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([200, 401, 401, 401, 405, 404, 400]);
    expect(shop.served.lines.length).toBeGreaterThanOrEqual(responses.length);
    expect(spans.all().length).toBeGreaterThan(0);
    for (const secret of [...secrets, shop.calendar, encodeURIComponent(shop.calendar)]) {
      expect(written).not.toContain(secret);
    }
  });
});
