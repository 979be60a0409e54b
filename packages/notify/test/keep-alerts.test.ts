import { once } from 'node:events';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync } from 'neverthrow';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { updateAlerts } from '../src/service/alert-service.ts';

const limitOf = AbortSignal.timeout.bind(AbortSignal);

/** Runs the alerts of a store. Returns their clock, the lines of the log, and how often they read projects and their own state. */
function running(isBroken: boolean) {
  const state = { hangs: false };
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  const cause = AbortSignal.timeout(0);
  const error = () => ({
    type: 'StoreUnavailable' as const,
    cause: cause.reason ?? new DOMException('took too long', 'TimeoutError'),
  });
  const list = vi.fn<typeof store.projects.list>(() =>
    isBroken ? errAsync(error()) : store.projects.list(),
  );
  const projects = { ...store.projects, list };
  const read = vi.fn<typeof store.alerts.read>(async (options) => {
    if (state.hangs) await once(options?.signal as AbortSignal, 'abort');
    return store.alerts.read(options);
  });
  const alerts = { ...store.alerts, read };
  const lines: string[] = [];
  const stopping = new AbortController();
  const clock = { now: 0 };
  const ended = updateAlerts(
    { ...store, projects, alerts },
    {
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      onEvents: () => {},
      signal: stopping.signal,
      clock: () => clock.now,
      pollMs: 1,
    },
  );
  onTestFinished(() => {
    vi.useRealTimers().restoreAllMocks();
    stopping.abort();
    return ended;
  });
  return { clock, lines, list, read, state };
}

it('logs in one line, once, that alerts are late while the store can not be read', async () => {
  const { lines, list } = running(true);
  await expect.poll(() => list.mock.calls.length).toBeGreaterThan(3);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/TimeoutError.*alerts are late: a step was interrupted/);
  expect(lines[0]).not.toMatch(/stack|INDEX_SIZE_ERR/);
});

it('looks again after a minute although the clock of the machine was set back', async () => {
  const { clock, list } = running(false);
  await expect.poll(() => list).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  const looked = (): number => {
    clock.now += 61_000;
    return list.mock.calls.length;
  };
  await expect.poll(looked).toBeGreaterThan(1);
});

it('looks again when a look for news hangs', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limitOf(Math.ceil(ms / 100)));
  const { list, read, state } = running(false);
  await expect.poll(() => list).toHaveBeenCalledTimes(1);
  state.hangs = true;
  read.mockClear();

  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2);
});
