import { memoryOperate } from '@forewarn/operate/memory';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, it } from 'vitest';
import { type TestResponse, ask } from './ask.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const SCHEDULED = '/projects/shop/change-requests/scheduled';
const OTHERS = SCHEDULED.replace('shop', 'nope');

/** Each row is an operation on an existing item, on an unknown one, and its methods. */
const OPERATIONS: readonly (readonly [there: string, nowhere: string, methods: string])[] = [
  [`${SCHEDULED}?feature=a`, `${OTHERS}?feature=a`, 'GET HEAD POST OPTIONS PATCH'],
  [`${SCHEDULED}/1`, `${SCHEDULED}/2`, 'GET HEAD PUT DELETE OPTIONS'],
  [`${SCHEDULED}/1`, `${OTHERS}/1`, 'GET HEAD PUT DELETE OPTIONS'],
  ['/strategies/mine', '/strategies/nope', 'GET HEAD PUT DELETE OPTIONS'],
  ['/strategies/default', '/strategies/nope', 'GET HEAD PUT DELETE OPTIONS'],
  ['/strategies/mine/deprecate', '/strategies/nope/deprecate', 'POST'],
  ['/strategies/mine/reactivate', '/strategies/nope/reactivate', 'POST'],
  ['/projects/shop', '/projects/nope', 'DELETE'],
  ['/events?project=shop', '/events?project=nope', 'GET'],
];

/** A store without alerts that records its calls, except lookups of keys. */
function watch<Watched extends Store>(
  store: Watched,
): { readonly store: Watched; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const watchPort = <T extends object>(port: T, name: string): T =>
    new Proxy(port, {
      get: (target, property) => {
        calls.push(`${name}.${String(property)}`);
        return Reflect.get(target, property) as unknown;
      },
    });
  const watched = Object.fromEntries(
    Object.entries(store)
      // Alerts call the store at any time.
      .filter(([name]) => name !== 'alerts')
      .map(([name, port]) =>
        name === 'apiKeys' || typeof port !== 'object'
          ? [name, port]
          : [name, watchPort(port as object, name)],
      ),
  );
  return { store: watched as unknown as Watched, calls };
}

/** The observable parts of a response, except those that always differ. */
function tellable({ status, headers, text }: TestResponse) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/^\{"id":"[^"]+"/, '{"id":""') };
}

it.for([
  ['no key', {}],
  ['a revoked key', { key: 'secret of leaver' }],
] as const)('with %s, existing and unknown items look the same', async ([, credentials]) => {
  const own = createMemoryStore({}, [memoryOperate]);
  await record(own, changeRequest(1, { a: [{ action: 'archiveFeature' }] }));
  await register(own, 'mine');
  await makeKey(own, 'leaver');
  (await own.apiKeys.revoke('leaver'))._unsafeUnwrap();
  const { store, calls } = watch(own);
  const served = await serveHere(store, '', ['loopback']);
  const before = calls.length;
  let address = 0;
  const asking = (method: string, path: string): Promise<TestResponse> =>
    ask(served, {
      method,
      path: `/api/admin${path}`,
      ...credentials,
      ...(/^P(?:OS|U)T$/.test(method) ? { body: '{"name":"x"}' } : {}),
      // Each from another address, to stay below the limit of invalid keys.
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `198.51.100.${(address += 1)}`,
      },
    });

  for (const [there, nowhere, methods] of OPERATIONS) {
    for (const method of methods.split(' ')) {
      const one = tellable(await asking(method, there));
      expect(tellable(await asking(method, nowhere))).toEqual(one);
      expect(one.status).toBe({ OPTIONS: 204, PATCH: 405 }[method] ?? 401);
    }
  }
  expect(calls.slice(before)).toEqual([]);
});
