import { expect, it, onTestFinished } from 'vitest';
import { LOCATIONS, openAt } from '../http/open-stores.ts';
import { serve } from '../http/served-app.ts';
import { expectUnharmed, fill } from './fuzz-world.ts';
import { fuzz, fuzzSeed } from './fuzzer.ts';

const REQUESTS = 1_500;
/** Minimum number of routes with a success. */
const ROUTES_SERVED = 10;

it.for(LOCATIONS)(
  'hostile requests get no 5xx, one shape of errors, and harm nothing, %s',
  async ([, make]) => {
    const location = await make();
    const store = await openAt(location);
    const served = await serve(store);
    onTestFinished(async () => {
      await served.stop();
      await store.close();
      await location.remove();
    });
    await fill(store);

    const { tally } = await fuzz(served, { requests: REQUESTS, seed: fuzzSeed() });

    await expectUnharmed(served);
    const all = [...tally.keys()];
    expect(all.map((key) => key.split(': ')[1])).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405', '409']),
    );
    const isServed = all.filter((key) => /^(?:GET|PUT|POST|DELETE) \w.*: 20[01]$/.test(key));
    expect(isServed.length).toBeGreaterThan(ROUTES_SERVED);
  },
);
