import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { heldSnapshot, type Tables } from '../src/index.ts';

const DB = {} as Kysely<Tables>;

test('holds what it runs on until the snapshot ends', async () => {
  const steps: string[] = [];
  const snapshot = await heldSnapshot(async (hold) => {
    steps.push('begin');
    await hold(DB);
    steps.push('close');
  });
  expect([snapshot.db, steps]).toEqual([DB, ['begin']]);
  await snapshot.end();
  expect(steps).toEqual(['begin', 'close']);
});

test('rejects what can not begin, and the end of what can not end', async () => {
  const failing = heldSnapshot(() => Promise.reject(new Error('no connection')));
  await expect(failing).rejects.toThrow('no connection');
  const snapshot = await heldSnapshot(async (hold) => {
    await hold(DB);
    throw new Error('no rollback');
  });
  await expect(snapshot.end()).rejects.toThrow('no rollback');
});
