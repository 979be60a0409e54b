import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 15_000;

/** The current time in milliseconds, a few seconds old at most. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
