import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { sqliteSession } from '../src/sqlite-session.ts';

/** A store, and the statements that it sends. */
async function openObserved() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-commits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sent: string[] = [];
  const store = (
    await openSqliteStore(join(folder, 'forewarn.db'), {
      observer: {
        statement: (text, send) => {
          sent.push(text.trim());
          return send();
        },
        caller: () => undefined,
        batch: (_name, _callers, work) => work(),
      },
    })
  )._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.projects.register({ id: 'shop', name: 'the shop' }, 'ann'))._unsafeUnwrap();
  sent.splice(0);
  return { store, commits: () => sent.filter((text) => text === 'commit').length };
}

const changeRequest = (id: number): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
});

async function storedIds({ reader }: Store): Promise<readonly number[]> {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = (await reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  return found.changeRequests.map(({ id }) => id);
}

it('commits writes that wait at the same moment together', async () => {
  const { store, commits } = await openObserved();
  const ids = Array.from({ length: 100 }, (_, id) => id);
  const results = await Promise.all(ids.map((id) => store.writer.put(changeRequest(id), 'ann')));
  expect(results.every((result) => result.isOk())).toBe(true);
  expect(await storedIds(store)).toEqual(ids);
  expect(commits()).toBeLessThan(50);
});

it('commits a lone write at once', async () => {
  const { store, commits } = await openObserved();
  (await store.writer.put(changeRequest(1), 'ann'))._unsafeUnwrap();
  expect(commits()).toBe(1);
});

it('undoes only the write that fails', async () => {
  const { store } = await openObserved();
  const bug = new Error('a bug');
  const fail = (): boolean => {
    throw bug;
  };
  const results = await Promise.allSettled([
    store.writer.put(changeRequest(1), 'ann'),
    store.writer.put(changeRequest(2), 'ann', { onlyIf: fail }),
    store.writer.put(changeRequest(3), 'ann', { onlyIf: () => false }),
    store.writer.putAll([changeRequest(4), { ...changeRequest(5), project: 'none' }], 'ann'),
    store.writer.put(changeRequest(6), 'ann'),
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

it('undoes what a write did before it failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-commits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  await (await openSqliteStore(path))._unsafeUnwrap().close();
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
    store.writer.put(changeRequest(1), 'ann', { onlyIf: leave, signal: late.signal }),
    store.writer.put(changeRequest(2), 'ann'),
  ]);
  expect([lost._unsafeUnwrapErr().type, kept.isOk()]).toEqual(['StoreUnavailable', true]);
  expect(await storedIds(store)).toEqual([2]);
});
