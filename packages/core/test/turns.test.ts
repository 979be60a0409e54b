import { ok, ResultAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import { Turns } from '../src/adapter.ts';

it('runs work of one key one after the other, and that of other keys meanwhile', async () => {
  const turns = new Turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string, after = Promise.resolve()) =>
    new ResultAsync(after.then(() => ok(done.push(name))));
  const first = turns.run('a', undefined, () => note('first a', promise));
  const second = turns.run('a', undefined, () => note('second a'));
  await turns.run('b', undefined, () => note('b'));
  expect(done).toEqual(['b']);
  resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['b', 'first a', 'second a']);
});
