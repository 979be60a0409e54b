import type { Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, it } from 'vitest';
import { type TestResponse, ask, type Question } from './ask.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve } from './served-app.ts';

/** Each pair is one operation on an existing item and on an unknown one. */
const OPERATIONS: readonly (readonly [method: string, there: string, nowhere: string])[] = [
  ...['GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH'].map(
    (method) =>
      [
        method,
        '/projects/shop/change-requests/scheduled?feature=checkout',
        '/projects/nope/change-requests/scheduled?feature=checkout',
      ] as const,
  ),
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'].flatMap((method) => [
    [
      method,
      '/projects/shop/change-requests/scheduled/1',
      '/projects/shop/change-requests/scheduled/2',
    ] as const,
    [
      method,
      '/projects/shop/change-requests/scheduled/1',
      '/projects/nope/change-requests/scheduled/1',
    ] as const,
    [method, '/strategies/mine', '/strategies/nope'] as const,
    [method, '/strategies/default', '/strategies/nope'] as const,
  ]),
  ['POST', '/strategies/mine/deprecate', '/strategies/nope/deprecate'],
  ['POST', '/strategies/mine/reactivate', '/strategies/nope/reactivate'],
  ['DELETE', '/projects/shop', '/projects/nope'],
  ['GET', '/events?project=shop', '/events?project=nope'],
];

/** A store that records its calls, except lookups of keys. */
function watch(store: Store): { readonly store: Store; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const watchPort = <T extends object>(port: T, name: string): T =>
    new Proxy(port, {
      get: (target, property) => {
        calls.push(`${name}.${String(property)}`);
        return Reflect.get(target, property) as unknown;
      },
    });
  const watched = Object.fromEntries(
    Object.entries(store).map(([name, port]) =>
      name === 'apiKeys' || typeof port !== 'object'
        ? [name, port]
        : [name, watchPort(port as object, name)],
    ),
  );
  return { store: watched as unknown as Store, calls };
}

/** The observable parts of a response, except those that always differ. */
function tellable({ status, headers, text }: TestResponse) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/^\{"id":"[^"]+"/, '{"id":""') };
}

describe.concurrent('for a client without a valid key', () => {
  it.for([
    ['no key', {}],
    ['an empty key', { key: '' }],
    ['an unknown key', { key: 'an invalid key' }],
    ['a revoked key', { key: 'secret of leaver' }],
    ['only a scheme', { key: 'Bearer' }],
  ] as const)(
    'with %s, responses for existing and unknown items are the same, without a store call',
    async ([, credentials], { expect, onTestFinished }) => {
      const own = createMemoryStore();
      await record(own, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
      await register(own, 'mine');
      await makeKey(own, 'leaver');
      (await own.apiKeys.revoke('leaver'))._unsafeUnwrap();
      const { store, calls } = watch(own);
      const served = await serve(store, '', ['loopback']);
      onTestFinished(() => served.stop());
      const before = calls.length;
      let address = 0;

      for (const [method, there, nowhere] of OPERATIONS) {
        const body = ['POST', 'PUT'].includes(method) ? { body: '{"name":"x"}' } : {};
        const asking = (path: string): Question => ({
          method,
          path: `/api/admin${path}`,
          ...credentials,
          ...body,
          // Each from another address, to stay below the limit of invalid keys.
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `198.51.100.${(address += 1)}`,
          },
        });
        const one = tellable(await ask(served, asking(there)));
        expect(tellable(await ask(served, asking(nowhere)))).toEqual(one);
        expect(one.status).toBe({ OPTIONS: 204, PATCH: 405 }[method] ?? 401);
      }
      expect(calls.slice(before)).toEqual([]);
    },
  );
});
