import { StoreBusy } from '@forewarn/core';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import { boundedStore, type StorePorts } from '../src/bounded-store.ts';
import { times } from '../../core/test/samples.ts';

const REASON = new Error('the client is gone');
const SEARCH = { projectId: 'shop', anyOf: [] };

/** A bounded store whose calls end when the test ends them, and the names of those that began. */
function openHanging() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const hang = async (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(name);
    ends.push(resolve);
    await promise;
    return ok(name);
  };
  // Like an instance of a class, it has its methods only for itself.
  const port: object = new Proxy(
    {},
    {
      get: (_target, method) =>
        function call(this: unknown) {
          expect(this).toBe(port);
          return hang(String(method));
        },
    },
  );
  const ports = { reader: port, writer: port, strategies: port, projects: port, events: port };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endFirst = async (): Promise<void> => {
    ends.shift()?.();
    await settled();
  };
  const endAll = async (): Promise<void> => {
    while (ends.length > 0) await endFirst();
  };
  return { store: boundedStore(ports as unknown as StorePorts), begun, settled, endFirst, endAll };
}

it.each([
  ['short writes', 320, ({ strategies }: StorePorts) => strategies.delete('gradual', 'ann')],
  ['long writes', 320, ({ projects }: StorePorts) => projects.delete('shop', 'ann')],
])(
  'refuses further %s at once while %i run or wait, and accepts them afterwards',
  async (_name, limit, call) => {
    const { store, settled, endAll } = openHanging();
    const admitted = times(limit, () => call(store));
    const refused = (await call(store))._unsafeUnwrapErr();
    expect(refused).toEqual({ type: 'StoreUnavailable', cause: expect.any(StoreBusy) });
    await endAll();
    expect((await Promise.all(admitted)).every((each) => each.isOk())).toBe(true);
    const next = call(store);
    await settled();
    await endAll();
    expect((await next).isOk()).toBe(true);
  },
);

it('lets callers take turns: one that writes much keeps no other from writing', async () => {
  const { store, begun, settled, endFirst, endAll } = openHanging();
  const many = times(320, () => store.strategies.delete('gradual', 'ann'));
  const other = store.projects.declareLive('shop', 'bob');
  await settled();
  await endFirst();
  await endFirst();

  expect(begun.slice(160)).toEqual(['delete', 'declareLive']);
  await endAll();
  expect((await Promise.all([...many, other])).every((each) => each.isOk())).toBe(true);
});

it('reads, and writes what is short, while long writes hang', async () => {
  const { store, begun, settled, endAll } = openHanging();
  const waiting = times(320, () => store.projects.delete('shop', 'ann'));
  await settled();
  begun.length = 0;
  const others = [
    ...times(1_000, () => store.reader.search(SEARCH)),
    store.events.list({ limit: 1 }),
    store.strategies.delete('gradual', 'ann'),
  ];
  await settled();
  expect(begun).toEqual([...times(1_000, () => 'search'), 'list', 'delete']);
  await endAll();
  await Promise.all([...waiting, ...others]);
});

it('never begins a write whose signal is aborted while it waits', async () => {
  const { store, begun, settled, endAll } = openHanging();
  const running = times(160, () => store.strategies.delete('gradual', 'ann'));
  const client = new AbortController();
  const late = store.strategies.delete('gradual', 'ann', { signal: client.signal });
  await settled();
  client.abort(REASON);
  expect((await late)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  await endAll();
  await Promise.all(running);
  expect(begun).toHaveLength(160);
});
