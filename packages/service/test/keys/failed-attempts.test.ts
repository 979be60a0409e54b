import { expect, it } from 'vitest';
import { failedAttempts, MAX_FAILURES } from '../../src/keys/key-cache.ts';
import { stopClock } from './clock.ts';

const WINDOW_MS = 60_000;
const HERE = '192.0.2.1';
const pass = stopClock();

function opened() {
  const reported: string[] = [];
  const attempts = failedAttempts((address) => reported.push(address));
  const fail = (address: string, times = 1): boolean[] =>
    Array.from({ length: times }, () => attempts.begin(address) !== undefined);
  return { ...attempts, reported, fail };
}

it('starts a new window a minute after the first attempt', () => {
  const { fail } = opened();
  fail(HERE);
  pass(WINDOW_MS / 2);
  fail(HERE, MAX_FAILURES);
  pass(WINDOW_MS / 2 - 1);
  expect(fail(HERE)).toEqual([false]);
  pass(2);
  expect(fail(HERE, MAX_FAILURES + 1).indexOf(false)).toBe(MAX_FAILURES);
});

it('takes a late attempt back only from its own window', () => {
  const { begin, fail } = opened();
  const takeBack = begin(HERE);
  pass(WINDOW_MS + 1);
  fail(HERE, MAX_FAILURES);
  takeBack?.();
  expect(fail(HERE)).toEqual([false]);
});

it('reports an address once per window, and the whole seconds until the next one', () => {
  const { fail, refuse, reported } = opened();
  const wait = (): number => refuse(HERE).retryAfterSeconds;
  fail(HERE, MAX_FAILURES);
  expect(reported).toEqual([]);
  expect(wait()).toBe(60);
  for (const [ms, seconds] of [
    [500, 60],
    [58_500, 1],
    [1_000, 1],
  ] as const) {
    pass(ms);
    expect(wait()).toBe(seconds);
  }
  refuse('192.0.2.2');
  expect(reported).toEqual([HERE, '192.0.2.2']);
  pass(WINDOW_MS + 1);
  fail(HERE, MAX_FAILURES);
  refuse(HERE);
  expect(reported).toEqual([HERE, '192.0.2.2', HERE]);
});

it('keeps the ten thousand most recent addresses', () => {
  const { fail } = opened();
  fail('first', MAX_FAILURES);
  for (let index = 0; index < 9_999; index += 1) fail(String(index));
  expect(fail('first')).toEqual([false]);
  for (let index = 0; index < 10_000; index += 1) fail(String(index));
  expect(fail('first')).toEqual([true]);
});
