import { StoreBusy } from '@forewarn/core';
import { expect, it } from 'vitest';
import { FairSemaphore } from '../src/index.ts';

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
  const semaphore = new FairSemaphore(2);
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
  const semaphore = new FairSemaphore(1);
  const failing = semaphore.run(never, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await semaphore.run(never, async () => 'next')).toBe('next');
});

it('never begins work whose signal is aborted first, and rejects it at once with the reason', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new FairSemaphore(1);
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

it('lets callers take turns, however much one of them waits with', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new FairSemaphore(1);
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((name) => semaphore.run(never, work(name), 'a'));
  const modest = ['b1', 'b2'].map((name) => semaphore.run(never, work(name), 'b'));
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']) {
    await settled();
    end(name);
  }
  await Promise.all([...greedy, ...modest]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('forgets a caller whose waiting work was aborted', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new FairSemaphore(1);
  const first = semaphore.run(never, work('first'), 'a');
  const caller = new AbortController();
  const second = semaphore.run(caller.signal, work('second'), 'b');
  caller.abort(new Error('too late'));
  await expect(second).rejects.toThrow('too late');
  expect(semaphore.waiting).toBe(0);
  end('first');
  await first;
  const third = semaphore.run(never, work('third'), 'b');
  await settled();
  end('third');
  await third;
  expect(begun).toEqual(['first', 'third']);
});

it('refuses at once what a caller has too much of, and nothing of the others', async () => {
  const { work, end } = openWork();
  const semaphore = new FairSemaphore(1, 1);
  const running = semaphore.run(never, work('running'), 'a');
  const waiting = semaphore.run(never, work('waiting'), 'a');
  await expect(semaphore.run(never, work('refused'), 'a')).rejects.toThrow(StoreBusy);
  const other = semaphore.run(never, work('other'), 'b');
  for (const name of ['running', 'waiting', 'other']) {
    end(name);
    await settled();
  }
  expect(await Promise.all([running, waiting, other])).toEqual(['running', 'waiting', 'other']);
});

it('runs less of large work at the same time, and other work with the permits that are left', async () => {
  const { begun, work, end } = openWork();
  const semaphore = new FairSemaphore(2, Infinity, { permits: 1, maxWaiting: 1 });
  const large = (name: string, caller: string) => semaphore.run(never, work(name), caller, true);
  const [first, second] = [large('first', 'a'), large('second', 'a')];
  await expect(large('refused', 'a')).rejects.toThrow(StoreBusy);
  const small = semaphore.run(never, work('small'), 'a');
  await settled();
  expect([begun, semaphore.waiting]).toEqual([['first', 'small'], 1]);
  end('small');
  await settled();
  expect(begun).toEqual(['first', 'small']);
  end('first');
  await settled();
  expect(begun).toEqual(['first', 'small', 'second']);
  end('second');
  await Promise.all([first, second, small]);
});

it.each([0, 1, 2, 3, 4, 5, 6])(
  'keeps no permit of work that is aborted %i microtasks after the end of other work',
  async (microtasks) => {
    const { work, end } = openWork();
    const semaphore = new FairSemaphore(1);
    const caller = new AbortController();
    const all = [
      semaphore.run(never, work('first')),
      semaphore.run(caller.signal, async () => 'second'),
    ];
    await settled();
    end('first');
    for (let left = microtasks; left > 0; left -= 1) await Promise.resolve();
    caller.abort(new Error('too late'));
    await Promise.allSettled(all);
    expect(await semaphore.run(never, async () => 'next')).toBe('next');
  },
);
