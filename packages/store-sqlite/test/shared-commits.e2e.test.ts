import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sqliteSession } from '../src/sqlite-session.ts';
import { makeFile, newPath, observing, openStore, registerShop, scheduled } from './open-store.ts';

/** A store, and the statements that it sends. */
async function openObserved() {
  const sent: string[] = [];
  const commit = { before: (): void => {} };
  const observer = observing((text) => {
    sent.push(text);
    if (text === 'commit') commit.before();
  });
  const store = await openStore(await newPath(), { observer });
  await registerShop(store);
  sent.splice(0);
  return { store, commit, commits: () => sent.filter((text) => text === 'commit').length };
}

async function storedIds({ reader }: Store): Promise<readonly number[]> {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = (await reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  return found.changeRequests.map(({ id }) => id);
}

it('commits writes that wait at the same moment together', async () => {
  const { store, commits } = await openObserved();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const ids = Array.from({ length: 100 }, (_, id) => id);
  const results = await Promise.all(ids.map((id) => store.writer.put(scheduled(id), 'ann')));
  expect(results.every((result) => result.isOk())).toBe(true);
  expect(await storedIds(store)).toEqual(ids);
  expect(commits()).toBe(1);
});

it('commits a lone write at once', async () => {
  const { store, commits } = await openObserved();
  (await store.writer.put(scheduled(1), 'ann'))._unsafeUnwrap();
  expect(commits()).toBe(1);
});

it('undoes only the write that fails', async () => {
  const { store } = await openObserved();
  const bug = new Error('a bug');
  const fail = (): boolean => {
    throw bug;
  };
  const results = await Promise.allSettled([
    store.writer.put(scheduled(1), 'ann'),
    store.writer.put(scheduled(2), 'ann', { onlyIf: fail }),
    store.writer.put(scheduled(3), 'ann', { onlyIf: () => false }),
    store.writer.putAll([scheduled(4), { ...scheduled(5), project: 'none' }], 'ann'),
    store.writer.put(scheduled(6), 'ann'),
  ]);
  expect(results.map(outcomeOf)).toEqual([
    'ok',
    bug,
    'PreconditionFailed',
    'ProjectNotFound',
    'ok',
  ]);
  expect(await storedIds(store)).toEqual([1, 6]);
});

type Settled = PromiseSettledResult<Awaited<ReturnType<Store['writer']['put' | 'putAll']>>>;

function outcomeOf(settled: Settled): unknown {
  if (settled.status === 'rejected') return settled.reason;
  return settled.value.isOk() ? 'ok' : settled.value.error.type;
}

it('undoes the statements of a write before it failed', async () => {
  const path = await newPath();
  await makeFile(path);
  const session = sqliteSession(path);
  onTestFinished(() => session.close());
  const insert = (id: string, result: Result<void, 'refused'>) =>
    session.write(async (transaction) => {
      await transaction.insertInto('projects').values({ id, name: id }).execute();
      return result;
    });
  const results = await Promise.all([
    insert('a', ok()),
    insert('b', err('refused')),
    insert('c', ok()),
  ]);
  expect(results.map((result) => result.isOk())).toEqual([true, false, true]);
  const stored = session.read(async (db) =>
    ok(await db.selectFrom('projects').select('id').execute()),
  );
  expect((await stored)._unsafeUnwrap()).toEqual([{ id: 'a' }, { id: 'c' }]);
});

it('undoes a write whose signal is aborted before the commit, and no other', async () => {
  const { store } = await openObserved();
  const late = new AbortController();
  const leave = (): boolean => {
    late.abort(new Error('too late'));
    return true;
  };
  const [lost, kept] = await Promise.all([
    store.writer.put(scheduled(1), 'ann', { onlyIf: leave, signal: late.signal }),
    store.writer.put(scheduled(2), 'ann'),
  ]);
  expect([lost._unsafeUnwrapErr().type, kept.isOk()]).toEqual(['StoreUnavailable', true]);
  expect(await storedIds(store)).toEqual([2]);
});

it('accepts no write of a commit that fails, and commits the next ones', async () => {
  const { store, commit } = await openObserved();
  const broken = new Error('a broken commit');
  commit.before = () => {
    throw broken;
  };
  const lost = await Promise.allSettled([1, 2].map((id) => store.writer.put(scheduled(id), 'ann')));
  expect(lost.map(outcomeOf)).toEqual([broken, broken]);
  commit.before = () => {};
  (await store.writer.put(scheduled(3), 'ann'))._unsafeUnwrap();
  expect(await storedIds(store)).toEqual([3]);
});

it('returns StoreUnavailable for writes that wait when the store closes', async () => {
  const { store } = await openObserved();
  const waiting = [1, 2].map((id) => store.writer.put(scheduled(id), 'ann'));
  await store.close();
  const results = await Promise.all(waiting);
  const unavailable = [1, 2].map(() => 'StoreUnavailable');
  expect(results.map((result) => result._unsafeUnwrapErr().type)).toEqual(unavailable);
});

it('commits in the context of the first caller of each commit', async () => {
  const { store, commit } = await openObserved();
  const caller = new AsyncLocalStorage<string>();
  const put = async (id: number, by: string): Promise<void> => {
    (await caller.run(by, () => store.writer.put(scheduled(id), by)))._unsafeUnwrap();
  };
  const committedFor: (string | undefined)[] = [];
  let second: Promise<void> | undefined;
  commit.before = () => {
    committedFor.push(caller.getStore());
    second ??= put(2, 'bob');
  };
  await put(1, 'ann');
  await second;
  expect(committedFor).toEqual(['ann', 'bob']);
});
