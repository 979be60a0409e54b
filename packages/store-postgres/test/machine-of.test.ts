import { expect, it, onTestFinished, vi } from 'vitest';
import { machineOf } from '../src/batches/batched-by-machine.ts';

const { signal } = new AbortController();

it('looks for a machine again after a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: (readonly string[])[] = [];
  const machine = machineOf(async (projectIds) => {
    asked.push(projectIds);
    return projectIds.map((id) => `machine of ${id}`);
  });
  const both = () => Promise.all([machine('a', signal), machine('b', signal)]);
  const expected = ['machine of a', 'machine of b'];
  expect(await both()).toEqual(expected);
  vi.advanceTimersByTime(60_000);
  expect(await both()).toEqual(expected);
  expect(asked).toEqual([['a', 'b']]);
  vi.advanceTimersByTime(1);
  expect(await both()).toEqual(expected);
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
