import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore, type SqliteOptions } from '../src/index.ts';

/** A store, whose write lock somebody else holds. */
async function openHeld(options: SqliteOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-limits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path, options))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const holder = new DatabaseSync(path);
  onTestFinished(() => holder.close());
  holder.exec('begin immediate');
  const register = async (id: number): Promise<string> => {
    const answer = await store.projects.register({ id: `project-${id}`, name: 'a' }, 'ann');
    return answer.isOk() ? 'registered' : answer.error.type;
  };
  return { store, holder, register };
}

it('refuses at once what comes when very many writes wait, and goes on afterwards', async () => {
  const { holder, register } = await openHeld();
  const ids = Array.from({ length: 250 }, (_, id) => id);
  const admitted = ids.map(register);
  expect(await register(-1)).toBe('StoreUnavailable');
  holder.exec('rollback');
  // Where the disk is slow the last of them may wait too long.
  expect(await admitted[0]).toBe('registered');
  await Promise.all(admitted);
  expect(await register(-1)).toBe('registered');
});

it('does not begin a write any more whose caller has waited too long', async () => {
  const { store, holder, register } = await openHeld();
  const now = performance.now();
  const waiting = [1, 2, 3].map(register);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  onTestFinished(() => clock.mockRestore());
  holder.exec('rollback');
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'StoreUnavailable'));
  expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
});

it.each([
  [undefined, 3_500, 'registered'],
  [undefined, 4_500, 'StoreUnavailable'],
  [1_000, 700, 'registered'],
  [1_000, 900, 'StoreUnavailable'],
  [60_000, 47_000, 'registered'],
  [60_000, 49_000, 'StoreUnavailable'],
])('of %s ms a write waits four fifths: after %i ms it is %s', async (deadlineMs, ms, expected) => {
  const { holder, register } = await openHeld(deadlineMs === undefined ? {} : { deadlineMs });
  const now = performance.now();
  const waiting = register(1);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + ms);
  onTestFinished(() => clock.mockRestore());
  holder.exec('rollback');
  expect(await waiting).toBe(expected);
});
