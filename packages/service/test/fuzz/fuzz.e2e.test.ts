import { expect, it } from 'vitest';
import { inMemory } from '../http/open-stores.ts';
import { FUZZ_TIMEOUT_MS, surviveFuzzer } from './survive-fuzzer.ts';

it(
  'hostile requests get no 5xx, one shape of errors, and harm nothing',
  { timeout: FUZZ_TIMEOUT_MS },
  async ({ onTestFinished }) => {
    await expect(surviveFuzzer(inMemory, 800, onTestFinished)).resolves.toBeUndefined();
  },
);
