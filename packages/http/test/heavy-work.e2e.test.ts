import type { Calendar, EventPage } from '@forewarn/record';
import { makeUseCases } from '@forewarn/use-cases';
import type { StoreUnavailable } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import type { AdminUseCases, ApiKeyCredentials } from '../src/index.ts';
import { heavyWork } from '../src/request/heavy-work.ts';
import { json, listenerOf, serve } from './serve.ts';

const CLIENTS = 20;
const CALENDAR = '/api/admin/projects/shop/change-requests.ics';
const IMPACT = '/api/admin/projects/shop/impact';
const IMPACT_OF_ALL = '/api/admin/impact';
const TARGETS = { targets: [{ feature: 'checkout' }] };
const EMPTY: Calendar = { coverage: { kind: 'live' }, changeRequests: [] };

/** Work that the test ends. */
class OpenWork<T> {
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly begin = (signal: AbortSignal | undefined): ResultAsync<T, StoreUnavailable> => {
    const { promise, resolve } = Promise.withResolvers<Result<T, StoreUnavailable>>();
    this.signals.push(signal);
    this.#ends.push(() => resolve(ok(this.#value)));
    return new ResultAsync(promise);
  };

  /** How often it began. */
  get begun(): number {
    return this.signals.length;
  }

  /** Ends what runs, and waits for what begins then. */
  async endAll(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Serves calendars and impacts that the test ends. The name of a caller is its key. */
async function open() {
  const arrived = { count: 0 };
  const calendars = new OpenWork(EMPTY);
  const impacts = new OpenWork({ coverage: 'live' as const, impacts: [] });
  const events = new OpenWork<EventPage>({ events: [], hasMore: false });
  const real = makeUseCases<ApiKeyCredentials>({
    authorizer: {
      authenticate: (key = 'anonymous') => {
        arrived.count += 1;
        return okAsync({ name: key });
      },
      authorize: () => okAsync(),
    },
    store: createMemoryStore(),
  });
  const useCases: AdminUseCases<ApiKeyCredentials> = {
    ...real,
    readCalendar: ({ signal }) => calendars.begin(signal),
    getProjectImpact: ({ signal }) => impacts.begin(signal),
    getImpact: ({ signal }) => impacts.begin(signal),
    listEvents: ({ signal }) => events.begin(signal),
  };
  const options = { timeoutMs: 60_000, reportError: () => {} };
  const served = await serve(listenerOf(useCases, options));
  const allArrived = async (count: number): Promise<void> =>
    await expect.poll(() => arrived.count).toBe(count);
  return { ...served, calendars, impacts, events, allArrived };
}

const as = (key: string) => ({ headers: { Authorization: key } });

test('the same calendar is made once for the requests that wait for it', async () => {
  const { ask, calendars, allArrived } = await open();
  const asked = Array.from({ length: CLIENTS }, () => ask('GET', CALENDAR, as('ci')));
  await allArrived(CLIENTS);
  await calendars.endAll();
  await expect.poll(() => calendars.begun).toBe(2);
  await calendars.endAll();
  const responses = await Promise.all(asked);

  // The first, and one for those that asked while it was made.
  expect(calendars.begun).toBe(2);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
});

test('at most two impacts run at once, and callers take turns', async () => {
  const { ask, impacts, allArrived } = await open();
  const ended: string[] = [];
  const send = async (key: string): Promise<void> => {
    const { status } = await ask('POST', IMPACT, json(TARGETS, { Authorization: key }));
    ended.push(`${status} ${key}`);
  };
  const many = Array.from({ length: CLIENTS }, () => send('many'));
  await allArrived(CLIENTS);
  await expect.poll(() => impacts.begun).toBe(2);
  const one = send('one');
  await allArrived(CLIENTS + 1);
  expect(impacts.begun).toBe(2);
  while (!ended.includes('200 one')) await impacts.endAll();
  await one;
  expect(ended.length).toBeLessThan(CLIENTS);
  while (ended.length <= CLIENTS) await impacts.endAll();
  await Promise.all(many);
  expect(new Set(ended)).toEqual(new Set(['200 many', '200 one']));
});

test('at most two pages of events are read at once', async () => {
  const { ask, events, allArrived } = await open();
  const asked = Array.from({ length: 3 }, () => ask('GET', '/api/admin/events', as('ci')));
  await allArrived(3);
  await expect.poll(() => events.begun).toBe(2);
  await events.endAll();
  await expect.poll(() => events.begun).toBe(3);
  await events.endAll();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('two results that are there at once are written in a turn each', async () => {
  const heavily = heavyWork();
  let turn = 0;
  const count = (): void => {
    turn += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const turns = await Promise.all(
    ['one', 'other'].map((key) => heavily(key, undefined, () => okAsync()).map(() => turn)),
  );
  clearImmediate(immediate);
  expect(new Set(turns.map((each) => each._unsafeUnwrap())).size).toBe(2);
});

test('a calendar ends once all its clients have left', async () => {
  const { begin, calendars, allArrived } = await open();
  const send = () => begin('GET', CALENDAR, { Authorization: 'ci' }).end();
  const running = send();
  await expect.poll(() => calendars.begun).toBe(1);
  const [leaving, staying] = [send(), send()];
  await allArrived(3);
  leaving.destroy();
  running.destroy();
  await expect.poll(() => calendars.signals[0]?.aborted).toBe(true);
  await calendars.endAll();
  // One of the two that waited is still there.
  await expect.poll(() => calendars.begun).toBe(2);
  expect(calendars.signals[1]?.aborted).toBe(false);
  staying.destroy();
  await expect.poll(() => calendars.signals[1]?.aborted).toBe(true);
});

test.each([IMPACT, IMPACT_OF_ALL])(
  'one large POST %s runs at once, and leaves room for a small one',
  async (path) => {
    const { ask, impacts, allArrived } = await open();
    const large = { targets: Array.from({ length: 101 }, (_, nth) => ({ feature: `f-${nth}` })) };
    const asked = [1, 2].map(() => ask('POST', path, json(large, { Authorization: 'ci' })));
    await allArrived(2);
    await expect.poll(() => impacts.begun).toBe(1);
    const small = ask('POST', path, json(TARGETS, { Authorization: 'ci' }));
    await expect.poll(() => impacts.begun).toBe(2);
    await impacts.endAll();
    expect((await small).status).toBe(200);
    await expect.poll(() => impacts.begun).toBe(3);
    await impacts.endAll();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  },
);

test('an impact whose client has left while it waits never begins', async () => {
  const { ask, begin, server, impacts, allArrived } = await open();
  const { headers, body } = json(TARGETS, { Authorization: 'ci' });
  const running = [1, 2].map(() => ask('POST', IMPACT, json(TARGETS, { Authorization: 'ci' })));
  await expect.poll(() => impacts.begun).toBe(2);
  const leaving = begin('POST', IMPACT, headers).end(body);
  await allArrived(3);
  leaving.destroy();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(2);
  await impacts.endAll();
  await Promise.all(running);
  await impacts.endAll();
  expect(impacts.begun).toBe(2);
});
