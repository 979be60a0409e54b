import { expect, it } from 'vitest';
import { KeyedMutex } from '../src/index.ts';

it('runs work of one key one after the other, and that of other keys meanwhile', async () => {
  const mutex = new KeyedMutex();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = async (name: string, after = Promise.resolve()) => {
    await after;
    return done.push(name);
  };
  const first = mutex.run('a', undefined, () => note('first a', promise));
  const second = mutex.run('a', undefined, () => note('second a'));
  await mutex.run('b', undefined, () => note('b'));
  expect(done).toEqual(['b']);
  resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['b', 'first a', 'second a']);
});
