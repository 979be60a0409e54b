import { expect, it } from 'vitest';
import { LOCATIONS } from '../http/open-stores.ts';
import { FUZZ_TIMEOUT_MS, surviveFuzzer } from './survive-fuzzer.ts';

it.for(LOCATIONS)(
  'hostile requests get no 5xx, one shape of errors, and harm nothing, %s',
  { timeout: FUZZ_TIMEOUT_MS },
  async ([, make], { onTestFinished }) => {
    await expect(surviveFuzzer(make, 1_500, onTestFinished)).resolves.toBeUndefined();
  },
);
