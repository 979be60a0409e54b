import { AssertionError } from 'node:assert/strict';
import { type PortResult, toResultAsync } from '@forewarn/core';
import type { StoreWithNames } from '@forewarn/store';
import { type Contract, type OpenStore, runCase } from '@forewarn/store-contract';
import * as fc from 'fast-check';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Adds a flaw to a correct store. */
export type Spoil = (right: StoreWithNames) => StoreWithNames;

/** By a contract, a flaw of what it must reject. */
export type Flaws<Spoiling> = Readonly<Record<string, readonly [flaw: string, spoil: Spoiling]>>;

/** By a contract, a store that it must reject. */
export type WrongStores = Flaws<Spoil>;

type Port = Exclude<keyof StoreWithNames, 'check' | 'close' | 'origins'>;

/** The name of a call, such as `projects.delete`. */
type CallName = { [P in Port]: `${P}.${keyof StoreWithNames[P] & string}` }[Port];

type CallOf<Name> = Name extends `${infer P extends Port}.${infer C}`
  ? StoreWithNames[P][C & keyof StoreWithNames[P]]
  : never;

type Arguments<N> = CallOf<N> extends (...args: infer A) => unknown ? A : never;
type Value<N> =
  CallOf<N> extends (...args: never) => PortResult<infer V, infer _Failure> ? V : never;
/** A call of the right store, which returns a `ResultAsync` where a port returns a result. */
type RightCall<N> =
  CallOf<N> extends (...args: infer A) => PortResult<infer V, infer Failure>
    ? (...args: A) => ResultAsync<V, Failure>
    : CallOf<N>;

/** A call with a flaw: the right call and the whole store, and then the arguments. */
type Flawed<N extends CallName> = (
  right: { readonly call: RightCall<N>; readonly right: StoreWithNames },
  ...args: Arguments<N>
) => ReturnType<CallOf<N>>;

type AnyCall = (...args: readonly unknown[]) => ResultAsync<unknown, { readonly type: string }>;
type Wrap<N extends CallName> = (call: AnyCall, args: Arguments<N>) => ReturnType<AnyCall>;

/** Ways to give one call a flaw. */
export function at<N extends CallName>(name: N) {
  const instead =
    (flawed: Flawed<N>): Spoil =>
    (right) => {
      const [port, call] = name.split('.') as [Port, never];
      const context = { call: right[port][call] as RightCall<N>, right };
      const changed = (...args: Arguments<N>) => flawed(context, ...args);
      return { ...right, [port]: { ...right[port], [call]: changed } };
    };
  const wrapping = (wrap: Wrap<N>): Spoil =>
    instead(({ call }, ...args) => wrap(call as AnyCall, args) as never);
  return {
    instead,
    /** Changes what the call returns if it succeeds. */
    returning: (change: (value: Value<N>, ...args: Arguments<N>) => Value<N>) =>
      wrapping((call, args) => call(...args).map((value) => change(value as never, ...args))),
    passing: (change: (...args: Arguments<N>) => readonly [...Arguments<N>]) =>
      wrapping((call, args) => call(...change(...args))),
    /** Succeeds with this where the call must return an error. */
    ignoring: (type: string, value?: Value<N>) =>
      wrapping((call, args) =>
        call(...args).orElse((error) => (error.type === type ? ok(value) : err(error))),
      ),
    /** Returns the first result of each call again. */
    caching: (): Spoil => (right) => {
      const results = new Map<string, ReturnType<AnyCall>>();
      return wrapping((call, args) => {
        const key = JSON.stringify(args[0]);
        const result = results.get(key) ?? call(...args);
        results.set(key, result);
        return result;
      })(right);
    },
  };
}

/** The arguments of a call, without its signal. */
export const withoutSignal = (args: readonly unknown[]): readonly unknown[] =>
  args.map((each) =>
    typeof each === 'object' && each !== null && 'signal' in each
      ? { ...each, signal: undefined }
      : each,
  );

/** Declares the tests that each contract rejects what has its flaw. */
export function itRejects<Ports, Spoiling>(
  contracts: readonly Contract<Ports>[],
  flaws: Flaws<Spoiling>,
  open: (spoil: Spoiling) => OpenStore<Ports>,
): void {
  // Shrinking a counterexample takes longer than all cases.
  beforeAll(() => fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true }));
  afterAll(() => fc.resetConfigureGlobal());

  it('there is a flaw for each contract', () => {
    const ports = contracts.map(({ port }) => port);
    expect(Object.keys(flaws).toSorted()).toEqual(ports.toSorted());
  });

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
  work: (pause: () => Promise<void>) => Promise<Result<T, E>>,
): ResultAsync<T, E> => new ResultAsync(work(aMoment));

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
