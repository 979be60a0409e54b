import { expect, test } from 'vitest';
import { shareNextRun } from '../src/unleash-upstream.ts';

/** Work whose runs end when the test says so. */
function shared() {
  const runs: PromiseWithResolvers<number>[] = [];
  const keys: string[] = [];
  const run = shareNextRun((key) => {
    keys.push(key);
    const begun = Promise.withResolvers<number>();
    runs.push(begun);
    return begun.promise;
  });
  return { run, runs, keys };
}

test('calls during a run share one next run, which begins after it', async () => {
  const { run, runs } = shared();

  const first = run('shop');
  const others = [run('shop'), run('shop'), run('shop')];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => runs.length).toBe(2);
  const later = run('shop');
  runs[1]?.resolve(2);

  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve(3);
  expect(await later).toBe(3);
});

test('a run begins at once when none runs', async () => {
  const { run, runs } = shared();

  for (const [index] of ['first', 'second'].entries()) {
    const running = run('shop');
    expect(runs).toHaveLength(index + 1);
    runs[index]?.resolve(index);
    expect(await running).toBe(index);
  }
});

test('keys do not wait for each other', () => {
  const { run, keys } = shared();

  void run('shop');
  void run('bank');

  expect(keys).toEqual(['shop', 'bank']);
});

test('a run that throws does not end the next one', async () => {
  const { run, runs } = shared();

  const first = run('shop');
  const second = run('shop');
  runs[0]?.reject(new Error('a bug'));
  await expect(first).rejects.toThrow('a bug');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve(2);

  expect(await second).toBe(2);
});
