import { expect, it } from 'vitest';
import { Semaphore } from '../src/semaphore.ts';

const { signal: never } = new AbortController();

/** Work that the test ends, and the order in which it began. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    begun.push(name);
    ends.set(name, () => resolve(name));
    return promise;
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('runs as much work at the same time as it has permits, the rest in order', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new Semaphore(2);
  const results = Promise.all(['a', 'b', 'c', 'd'].map((name) => semaphore.run(never, work(name))));
  await settled();
  expect([begun, semaphore.waiting]).toEqual([['a', 'b'], 2]);
  end('b');
  await settled();
  expect([begun, semaphore.waiting]).toEqual([['a', 'b', 'c'], 1]);
  end('a');
  await settled();
  end('c');
  end('d');
  expect(await results).toEqual(['a', 'b', 'c', 'd']);
});

it('gives the permit back when work fails', async () => {
  const semaphore = new Semaphore(1);
  const failing = semaphore.run(never, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await semaphore.run(never, async () => 'next')).toBe('next');
});

it('never begins work whose signal is aborted first, and rejects it at once with the reason', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new Semaphore(1);
  const first = semaphore.run(never, work('first'));
  const caller = new AbortController();
  const second = semaphore.run(caller.signal, work('second'));
  const third = semaphore.run(never, work('third'));
  caller.abort(new Error('too late'));
  await expect(second).rejects.toThrow('too late');
  await expect(semaphore.run(caller.signal, work('late'))).rejects.toThrow('too late');
  end('first');
  await settled();
  end('third');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  expect(begun).toEqual(['first', 'third']);
});
