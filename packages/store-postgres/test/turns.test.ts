import { expect, it } from 'vitest';
import { Turns } from '../src/session/turns.ts';

const { signal } = new AbortController();

it('runs work of one key one after the other, and that of other keys meanwhile', async () => {
  const turns = new Turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string) => async (): Promise<void> => void done.push(name);
  const first = turns.run('a', signal, () => promise.then(note('first a')));
  const second = turns.run('a', signal, note('second a'));
  await turns.run('b', signal, note('b'));
  expect(done).toEqual(['b']);
  resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['b', 'first a', 'second a']);
});
