import { expect, it } from 'vitest';
import { failedAttempts, MAX_FAILURES } from '../../src/keys/failed-attempts.ts';
import { stopClock } from './clock.ts';

const WITHIN_MS = 60_000;
const HERE = '192.0.2.1';
const pass = stopClock();

function opened() {
  const told: string[] = [];
  const attempts = failedAttempts((address) => told.push(address));
  const fail = (address: string, times = 1): boolean[] =>
    Array.from({ length: times }, () => attempts.begin(address) !== undefined);
  return { ...attempts, told, fail };
}

it('lets so many through and no more, from each address', () => {
  const { fail } = opened();
  expect(fail(HERE, MAX_FAILURES)).not.toContain(false);
  expect(fail(HERE, 3)).toEqual([false, false, false]);
  expect(fail('192.0.2.2')).toEqual([true]);
});

it('counts an attempt from its beginning, and not when it is taken back', () => {
  const { begin, fail } = opened();
  const takeBack = begin(HERE);
  expect(fail(HERE, MAX_FAILURES).lastIndexOf(true)).toBe(MAX_FAILURES - 2);
  takeBack?.();
  expect(fail(HERE, 2)).toEqual([true, false]);
});

it('begins anew a minute after the first one, however often it was tried meanwhile', () => {
  const { fail } = opened();
  fail(HERE);
  pass(WITHIN_MS / 2);
  fail(HERE, MAX_FAILURES);
  pass(WITHIN_MS / 2 - 1);
  expect(fail(HERE)).toEqual([false]);
  pass(2);
  expect(fail(HERE, MAX_FAILURES + 1).indexOf(false)).toBe(MAX_FAILURES);
});

it('what is taken back late is no more than its own', () => {
  const { begin, fail } = opened();
  const takeBack = begin(HERE);
  pass(WITHIN_MS + 1);
  fail(HERE, MAX_FAILURES);
  takeBack?.();
  expect(fail(HERE)).toEqual([false]);
});

it('says after how many whole seconds it begins anew, one at least', () => {
  const { fail, refuse } = opened();
  const wait = (): number => refuse(HERE).retryAfterSeconds;
  fail(HERE, MAX_FAILURES);
  expect(refuse(HERE)).toEqual({ type: 'TooManyAttempts', retryAfterSeconds: 60 });
  pass(500);
  expect(wait()).toBe(60);
  pass(58_500);
  expect(wait()).toBe(1);
  pass(1_000);
  expect(wait()).toBe(1);
});

it('tells of an address once until it is allowed again', () => {
  const { fail, refuse, told } = opened();
  fail(HERE, MAX_FAILURES);
  expect(told).toEqual([]);
  refuse(HERE);
  refuse(HERE);
  refuse('192.0.2.2');
  expect(told).toEqual([HERE, '192.0.2.2']);
  pass(WITHIN_MS + 1);
  fail(HERE, MAX_FAILURES);
  refuse(HERE);
  expect(told).toEqual([HERE, '192.0.2.2', HERE]);
});

it('keeps ten thousand addresses, the last ones', () => {
  const { fail } = opened();
  fail('first', MAX_FAILURES);
  for (let index = 0; index < 9_999; index += 1) fail(String(index));
  expect(fail('first')).toEqual([false]);
  for (let index = 0; index < 10_000; index += 1) fail(String(index));
  expect(fail('first')).toEqual([true]);
});
