import { beforeEach, vi } from 'vitest';

/**
 * Stops the clock for each test of a file. Returns a function that advances it. lru-cache keeps `performance`, so
 * faking the global has no effect on it; its own timer tells it when to read the clock again.
 */
export function stopClock(): (ms: number) => void {
  let now = 0;
  beforeEach(() => {
    now = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => {
      vi.useRealTimers();
      clock.mockRestore();
    };
  });
  return (ms) => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };
}
