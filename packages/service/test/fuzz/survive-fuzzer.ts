import { expect, type TestContext } from 'vitest';
import { openAt, type TestLocation } from '../http/open-stores.ts';
import { serve } from '../http/served-app.ts';
import { expectUnharmed, fill } from './fuzz-world.ts';
import { fuzz, fuzzSeed } from './fuzzer.ts';

/** Shrinking a counterexample takes long. */
export const FUZZ_TIMEOUT_MS = 120_000;

/** Minimum number of routes with a success. */
const ROUTES_SERVED = 10;

/** Expects that hostile requests get no 5xx and one shape of errors, and harm nothing. */
export async function surviveFuzzer(
  make: () => Promise<TestLocation>,
  requests: number,
  onTestFinished: TestContext['onTestFinished'],
): Promise<void> {
  const location = await make();
  const store = await openAt(location);
  const served = await serve(store);
  onTestFinished(async () => {
    await served.stop();
    await store.close();
    await location.remove();
  });
  await fill(store);

  const { tally } = await fuzz(served, { requests, seed: fuzzSeed() });

  await expectUnharmed(served);
  const statuses = new Set([...tally.keys()].map((key) => key.split(': ')[1]));
  expect([...statuses]).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405', '409']),
  );
  const isServed = [...tally.keys()].filter((key) =>
    /^(?:GET|PUT|POST|DELETE) \w.*: 20[01]$/.test(key),
  );
  expect(isServed.length).toBeGreaterThan(ROUTES_SERVED);
}
