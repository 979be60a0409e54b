import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SqliteOptions } from '../src/index.ts';
import { newPath, openStore } from './open-store.ts';

/** A store whose write lock another connection holds. */
async function openHeld(options: SqliteOptions = {}) {
  const path = await newPath();
  const store = await openStore(path, options);
  const holder = new DatabaseSync(path);
  onTestFinished(() => holder.close());
  holder.exec('begin immediate');
  const register = async (id: number): Promise<string> => {
    const result = await store.projects.register({ id: `project-${id}`, name: 'a' }, 'ann');
    return result.isOk() ? 'registered' : result.error.type;
  };
  return { store, holder, register };
}

it('does not begin a write whose caller has waited too long', async () => {
  const { store, holder, register } = await openHeld();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const waiting = [1, 2, 3].map(register);
  clock.mockReturnValue(60_000);
  holder.exec('rollback');
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'StoreUnavailable'));
  expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
});

it.each([
  [undefined, 4_500, 'registered'],
  [undefined, 5_500, 'StoreUnavailable'],
  [1_000, 900, 'registered'],
  [1_000, 1_100, 'StoreUnavailable'],
])(
  'waits %s ms for the write lock: after %i ms the write is %s',
  async (deadlineMs, ms, expected) => {
    const { holder, register } = await openHeld(deadlineMs === undefined ? {} : { deadlineMs });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const waiting = register(1);
    clock.mockReturnValue(ms);
    holder.exec('rollback');
    expect(await waiting).toBe(expected);
  },
);

it('stops waiting for the write lock when its signal is aborted, and writes nothing after it', async () => {
  const { store, holder } = await openHeld({ deadlineMs: 60_000 });
  const { signal, abort } = abortable();
  const waiting = store.projects.register({ id: 'late', name: 'a' }, 'ann', { signal });
  const long = store.transfer.import(noEntries(), { signal });
  abort();

  const outcomes = await Promise.all([waiting, long]);

  for (const outcome of outcomes) {
    expect(outcome._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: GONE });
  }
  holder.exec('rollback');
  expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
});

it('waits as long as its signal lets it, whatever the deadline of the store is', async () => {
  const { store, holder } = await openHeld({ deadlineMs: 10 });
  const { signal } = abortable();
  const waiting = store.projects.register({ id: 'patient', name: 'a' }, 'ann', { signal });
  const impatient = await store.projects.register({ id: 'impatient', name: 'a' }, 'ann');
  holder.exec('rollback');

  expect(impatient._unsafeUnwrapErr().type).toBe('StoreUnavailable');
  expect((await waiting).isOk()).toBe(true);
});

const GONE = new Error('the client is gone');

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(GONE) };
}

async function* noEntries(): AsyncGenerator<never> {}
