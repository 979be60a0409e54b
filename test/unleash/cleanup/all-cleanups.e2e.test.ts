import process from 'node:process';
import { test } from 'vitest';
import { expectProved } from './expect-proved.ts';

const TIMEOUT_MS = 900_000;

/** `CLEANUP_SEED` repeats a run; by default, each has another one. */
const SEED = Number(process.env['CLEANUP_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(
  `no scheduled change of 200 populations ends differently after a clean-up (CLEANUP_SEED=${SEED})`,
  () => expectProved(200, SEED),
  TIMEOUT_MS,
);
