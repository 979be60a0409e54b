import { expect, it } from 'vitest';
import { problemsOf, type Seen } from './verdict.ts';
import type { Figures } from './watch.ts';

const MIB = 2 ** 20;
const TIMED = { isTimed: true, isOutage: false };

const figures = (some: Partial<Figures> = {}): Figures => ({
  standstillMs: 10,
  searches: 100,
  p99Ms: 20,
  asked: 200,
  failures: new Map(),
  peakBytes: 200 * MIB,
  ...some,
});

const seen = (some: Partial<Seen> = {}): Seen => ({
  baseline: figures(),
  during: figures(),
  ended: undefined,
  statuses: new Map([['200', 3]]),
  problems: [],
  ...some,
});

it('finds nothing wrong within the aims', () => {
  expect(problemsOf(seen(), TIMED)).toEqual([]);
});

it.for<readonly [what: string, some: Partial<Seen>, problem: string]>([
  ['memory', { during: figures({ peakBytes: 401 * MIB }) }, 'RSS of 401 MiB'],
  ['a standstill', { during: figures({ standstillMs: 111 }) }, 'standstillMs: 111'],
  ['slow searches', { during: figures({ p99Ms: 271 }) }, 'p99Ms: 271'],
  [
    'failures of the others',
    { during: figures({ failures: new Map([['search: 503', 2]]) }) },
    'others: search: 503, 2 times',
  ],
  ['a 500', { statuses: new Map([['500', 1]]) }, '500 to the attacker, 1 times'],
  ['what the attacker could do', { problems: ['it was served'] }, 'it was served'],
])('reports %s', ([, some, problem]) => {
  expect(problemsOf(seen(some), TIMED)).toEqual([problem]);
});

it('adds to the aims for response times what the machine took before the attack', () => {
  const slow = { standstillMs: 190, p99Ms: 340 };
  const before = figures({ standstillMs: 90, p99Ms: 90 });

  expect(problemsOf(seen({ baseline: before, during: figures(slow) }), TIMED)).toEqual([]);
});

it('judges no response times in the short form', () => {
  const during = figures({ standstillMs: 9_000, p99Ms: 9_000 });

  expect(problemsOf(seen({ during }), { isTimed: false, isOutage: false })).toEqual([]);
});

it('allows 503 to the attacker', () => {
  expect(problemsOf(seen({ statuses: new Map([['503', 9]]) }), TIMED)).toEqual([]);
});

it('allows failures of the others when the attack takes the store away', () => {
  const during = figures({ failures: new Map([['search: 503', 2]]) });

  expect(problemsOf(seen({ during }), { isTimed: true, isOutage: true })).toEqual([]);
});

it('reports only the crash of a service that ended, with its reason', () => {
  const ended = 'SIGABRT\nFATAL ERROR: out of memory\nstack';

  expect(problemsOf(seen({ ended }), TIMED)).toEqual([
    'the service ended: FATAL ERROR: out of memory',
  ]);
});
