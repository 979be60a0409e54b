import { expect, it, onTestFinished, vi } from 'vitest';
import { batchedByMachine } from '../src/batches/batched-by-machine.ts';

const lost = Object.assign(new Error('a machine is lost'), { code: '08006' });

/** Questions about projects on the machines `a`, which can be down, and `b`. */
function openByMachine() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const down = new Set<string>();
  const machineIn = (projectId: string): string => projectId.slice(0, 1);
  const ask = batchedByMachine<{ readonly projectId: string }, string>({
    ask: async (questions) => {
      const ids = questions.map(({ projectId }) => projectId);
      asked.push(ids.join());
      if (ids.some((id) => down.has(machineIn(id)))) throw lost;
      return ids;
    },
    machinesOf: async (ids) => ids.map(machineIn),
    maxConcurrent: 1,
  });
  const { signal } = new AbortController();
  return {
    down,
    ask,
    /** The statuses of questions at one moment, and the batches. */
    askAll: async (...ids: readonly string[]) => {
      const all = await Promise.allSettled(ids.map((projectId) => ask({ projectId }, signal)));
      return [all.map(({ status }) => status), asked.splice(0).toSorted()];
    },
  };
}

const [DONE, FAILED] = ['fulfilled', 'rejected'];
const IDS = ['a1', 'b1', 'a2', 'b2'];

it('asks all machines in one batch', async () => {
  const { askAll } = openByMachine();
  expect(await askAll(...IDS)).toEqual([[DONE, DONE, DONE, DONE], [IDS.join()]]);
});

it('asks each machine in its own batch for ten seconds after one was lost', async () => {
  const { askAll, down } = openByMachine();
  down.add('a');
  const outcomes = [FAILED, DONE, FAILED, DONE];
  expect(await askAll(...IDS)).toEqual([outcomes, ['a1,a2', IDS.join(), 'b1,b2']]);
  vi.advanceTimersByTime(9_999);
  expect(await askAll(...IDS)).toEqual([outcomes, ['a1,a2', 'b1,b2']]);
  down.clear();
  vi.advanceTimersByTime(9_999);
  const done = [DONE, DONE, DONE, DONE];
  expect(await askAll(...IDS)).toEqual([done, ['a1,a2', 'b1,b2']]);
  vi.advanceTimersByTime(1);
  expect(await askAll(...IDS)).toEqual([done, [IDS.join()]]);
});

it('asks each machine in its own batch after a caller waited in vain', async () => {
  const { ask, askAll } = openByMachine();
  await expect(ask({ projectId: 'a1' }, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await askAll(...IDS)).toEqual([
    [DONE, DONE, DONE, DONE],
    ['a1,a2', 'b1,b2'],
  ]);
});
