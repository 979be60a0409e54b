import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../src/index.ts';
import { type FakeResponse, clientOf, json, noConnection, silence } from './fake-network.ts';
import { CALLS, CHANGE_REQUEST, SENT_ONCE } from './operations.ts';

const EACH = Object.entries(CALLS).map(([id, call]) => ({ id, call }));
const isSentOnce = (id: string): boolean => SENT_ONCE.some((each) => each === id);
const REPEATED = EACH.filter(({ id }) => !isSentOnce(id));
const ONCE = EACH.filter(({ id }) => isSentOnce(id));

const error =
  (status: number, headers: Readonly<Record<string, string>> = {}): FakeResponse =>
  () =>
    json({ name: 'SomeError', message: 'Not now.', projects: [] }, status, headers);
const busy = error(429, { 'Retry-After': '2' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Runs all timers. */
async function patiently<T>(asked: Promise<T>): Promise<{ readonly got: T; readonly ms: number }> {
  const begun = Date.now();
  let ended = 0;
  void asked.finally(() => (ended = Date.now()));
  await vi.runAllTimersAsync();
  const got = await asked;
  return { got, ms: ended - begun };
}

describe('an idempotent request', () => {
  test.each(REPEATED)('$id is retried until there is a response', async ({ call }) => {
    const done: FakeResponse = ({ method, url }) =>
      method === 'PUT' || /(?:deprecate|reactivate)$/.test(url.pathname)
        ? new Response('')
        : json({});
    const { client, requests } = clientOf([noConnection, error(503), done]);

    await patiently(call(client));

    expect(requests).toHaveLength(3);
  });

  test.each([
    [[502, 200], 2],
    [[503, 200], 2],
    [[504, 200], 2],
    [[408, 200], 2],
    ...[400, 401, 403, 404, 409, 412, 500, 501].map((status) => [[status], 1] as const),
    // At most `tries` times.
    [[503, 503, 503, 503, 503, 200], 5],
  ] as const)('that gets %j is sent %d times', async (statuses, count) => {
    const [first, ...others] = statuses.map((status) => error(status)) as [FakeResponse];
    const { client, requests } = clientOf([first, ...others], { tries: 5 });

    const { got } = await patiently(client.getProjects());

    expect(got.outcome === 'done').toBe(statuses[count - 1] === 200);
    expect(requests).toHaveLength(count);
  });

  test('backs off exponentially without Retry-After', async () => {
    const { client } = clientOf([noConnection], { tries: 4 });

    const { ms } = await patiently(client.getProjects());

    expect(ms).toBeGreaterThanOrEqual(100 + 200 + 400);
    expect(ms).toBeLessThanOrEqual(200 + 400 + 800);
  });

  test('with a precondition is sent once, because a retry could meet its own version', async () => {
    const { client, requests } = clientOf([error(503)]);

    await patiently(client.recordScheduledChangeRequest(CHANGE_REQUEST, { ifNoneMatch: '*' }));
    await patiently(client.recordScheduledChangeRequest(CHANGE_REQUEST, { ifMatch: '"v1"' }));

    expect(requests).toHaveLength(2);
  });

  test('that may have taken effect stays unknown when a later try is refused', async () => {
    const { client, requests } = clientOf([noConnection, error(403)]);

    const { got } = await patiently(client.recordScheduledChangeRequest(CHANGE_REQUEST));

    expect(got).toMatchObject({ outcome: 'unknown', failure: { status: 403 } });
    expect(requests).toHaveLength(2);
  });

  test('that only reads is refused when a later try is refused', async () => {
    const { client } = clientOf([noConnection, error(404)]);

    expect((await patiently(client.getStrategy('a'))).got.outcome).toBe('refused');
  });
});

describe('a request that is not idempotent', () => {
  test('is any that deletes, adds or makes live', () => {
    const name = /^(?:create|delete|remove|withdraw|test|updateProjectCoverage)/;
    expect(EACH.filter(({ id }) => name.test(id))).toEqual(ONCE);
  });

  test.each(ONCE)(
    '$id is sent once, and is unknown after a 5xx such as 503 or without a response',
    async ({ call }) => {
      for (const response of [noConnection, error(503), error(500), error(504)]) {
        const { client, requests } = clientOf([response]);

        expect((await patiently(call(client))).got.outcome).toBe('unknown');
        expect(requests).toHaveLength(1);
      }
    },
  );

  test.each(ONCE)('$id is retried after a 429, which has no effect', async ({ call }) => {
    const { client, requests } = clientOf([busy, busy, error(404)]);

    const { got, ms } = await patiently(call(client));

    expect(got.outcome).toBe('refused');
    expect(requests).toHaveLength(3);
    expect(ms).toBeGreaterThanOrEqual(4_000);
  });
});

describe('Retry-After', () => {
  test.each([
    ['3', 3_000, 3_000],
    ['Thu, 01 Jan 2026 00:00:03 GMT', 3_000, 3_000],
    ...['soon', new Date(0).toUTCString(), '0', '-1'].map((value) => [value, 100, 200] as const),
  ] as const)('of %j delays the retry by %d to %d ms', async (value, least, most) => {
    vi.setSystemTime('2026-01-01T00:00:00Z');
    const { client } = clientOf([
      error(503, { 'Retry-After': value }),
      () => json({ projects: [] }),
    ]);

    const { got, ms } = await patiently(client.getProjects());

    expect(got.outcome).toBe('done');
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThanOrEqual(most);
  });

  test('is a date by the clock of the server', async () => {
    vi.setSystemTime('2026-01-01T00:00:00Z');
    const headers = {
      'Retry-After': 'Thu, 01 Jan 2026 01:00:03 GMT',
      Date: 'Thu, 01 Jan 2026 01:00:00 GMT',
    };
    const { client } = clientOf([error(503, headers), () => json({ projects: [] })]);

    expect((await patiently(client.getProjects())).ms).toBe(3_000);
  });

  test('of more than 30 seconds ends the retries', async () => {
    const { client, requests } = clientOf([error(429, { 'Retry-After': '31' })]);

    const { got, ms } = await patiently(client.getProjects());

    expect(got).toMatchObject({ outcome: 'refused', failure: { status: 429 } });
    expect({ ms, sent: requests.length }).toEqual({ ms: 0, sent: 1 });
  });
});

describe('a signal', () => {
  const signal = AbortSignal.abort();

  test.each<[string, string, (client: Client) => Promise<object>]>([
    ['a read', 'refused', (client) => client.getProjects({ signal })],
    ['a delete', 'refused', (client) => client.removeStrategy('a', { signal })],
    [
      'a record',
      'refused',
      (client) => client.recordScheduledChangeRequest(CHANGE_REQUEST, { signal }),
    ],
    [
      'a search',
      'unknown',
      (client) => client.getScheduledChangeRequests('a', { feature: ['b'] }, { signal }),
    ],
  ])('that is already aborted: %s is not sent, and is %s', async (_what, outcome, call) => {
    const { client, requests } = clientOf([silence]);

    const failure = { type: 'NotSent', message: 'The request was aborted before it was sent.' };
    expect(await call(client)).toEqual({ outcome, failure });
    expect(requests).toEqual([]);
  });

  test('aborts a request in flight', async () => {
    const controller = new AbortController();
    const { client, requests } = clientOf([silence]);

    const asking = client.removeStrategy('a', { signal: controller.signal });
    controller.abort();

    expect(await asking).toMatchObject({ outcome: 'unknown', failure: { type: 'Aborted' } });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, FakeResponse, object]>([
    [
      'a 503 is unknown',
      error(503, { 'Retry-After': '2' }),
      { outcome: 'unknown', failure: { type: 'Aborted' } },
    ],
    ['a 429 leaves it refused', busy, { outcome: 'refused', failure: { status: 429 } }],
  ])('that ends the wait after %s', async (_what, response, outcome) => {
    const controller = new AbortController();
    const { client, requests } = clientOf([response]);

    const asking = client.getProjects({ signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();

    expect(await asking).toMatchObject(outcome);
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a try times out and is retried if that is safe', async () => {
  vi.useRealTimers();
  const { client, requests } = clientOf([silence, () => json({ projects: [] })], { timeoutMs: 20 });
  const { client: deleting, requests: deletions } = clientOf([silence], { timeoutMs: 20 });

  expect((await client.getProjects()).outcome).toBe('done');
  expect(await deleting.removeStrategy('a')).toEqual({
    outcome: 'unknown',
    failure: { type: 'TimedOut', message: 'No response within 20 ms.' },
  });
  expect([requests.length, deletions.length]).toEqual([2, 1]);
});
