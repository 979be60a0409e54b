import { AssertionError } from 'node:assert/strict';
import { type PortResult, toResultAsync } from '@forewarn/core';
import { type Contract, type OpenStore, runCase } from '@forewarn/store-contract';
import * as fc from 'fast-check';
import { type Result, ResultAsync } from 'neverthrow';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** By a contract, a flaw of what it must reject. */
export type Flaws<Spoiling> = Readonly<Record<string, readonly [flaw: string, spoil: Spoiling]>>;

/** Declares the tests that contracts reject what has a flaw. */
export function itRejects<Ports, Spoiling>(
  contracts: readonly Contract<Ports>[],
  flaws: Flaws<Spoiling>,
  open: (spoil: Spoiling) => OpenStore<Ports>,
): void {
  // Shrinking a counterexample takes longer than all cases.
  beforeAll(() => fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }));
  afterAll(() => fc.resetConfigureGlobal());

  const all = Object.entries(flaws).map(([port, [flaw, spoil]]) => ({ port, flaw, spoil }));
  it.for(all)('$port rejects one that $flaw', async ({ port, spoil }) => {
    const contract = contracts.find((each) => each.port === port);
    expect(contract !== undefined && (await rejects(contract, open(spoil)))).toBe(true);
  });
}

/** Whether a case of a contract fails because a store breaks its promise, and not because of a bug. */
async function rejects<Ports>(
  { cases }: Contract<Ports>,
  open: OpenStore<Ports>,
): Promise<boolean> {
  for (const each of cases) {
    const [end] = await Promise.allSettled([runCase(each, open)]);
    if (end.status === 'rejected' && isBrokenPromise(end.reason)) return true;
  }
  return false;
}

const isBrokenPromise = (reason: unknown): boolean =>
  reason instanceof AssertionError ||
  (reason instanceof Error && reason.cause instanceof AssertionError);

/** Runs steps, between which other calls can run. */
export const inSteps = <T, E>(
  work: (pause: () => Promise<void>) => PromiseLike<Result<T, E>>,
): ResultAsync<T, E> => new ResultAsync(Promise.resolve(work(aMoment)));

/** Does something, and something else in another step. */
export const inTwoSteps = <A, B, E, F>(
  first: PortResult<A, E>,
  second: (value: A) => PortResult<B, F>,
): ResultAsync<B, E | F> =>
  toResultAsync(first)
    .andThen((value) => ResultAsync.fromSafePromise(aMoment()).map(() => value))
    .andThen((value) => toResultAsync(second(value)));

/** Lets all waiting calls run first. */
const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
