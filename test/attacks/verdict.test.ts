import { expect, it } from 'vitest';
import { problemsOf, type Seen } from './verdict.ts';
import type { Figures } from './watch.ts';

const MIB = 2 ** 20;

const figures = (some: Partial<Figures> = {}): Figures => ({
  standstillMs: 10,
  searches: 100,
  p50Ms: 2,
  p95Ms: 10,
  p99Ms: 20,
  writeP99Ms: 20,
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

const failing = figures({ failures: new Map([['search: 503', 2]]) });

it.for<readonly [what: string, some: Partial<Seen>, problem: string]>([
  ['memory', { during: figures({ peakBytes: 401 * MIB }) }, 'RSS of 401 MiB'],
  ['a standstill', { during: figures({ standstillMs: 111 }) }, 'standstillMs: 111'],
  ['slow searches', { during: figures({ p99Ms: 271 }) }, 'p99Ms: 271'],
  ['slow writes', { during: figures({ writeP99Ms: 271 }) }, 'writeP99Ms: 271'],
  ['failures of the others', { during: failing }, 'others: search: 503, 2 times'],
  ['a 500', { statuses: new Map([['500', 1]]) }, '500 to the attacker, 1 times'],
  ['what the attacker could do', { problems: ['it was served'] }, 'it was served'],
  [
    'only the crash of a service that ended, with its reason',
    { ended: 'SIGABRT\nFATAL ERROR: out of memory\nstack', during: failing },
    'the service ended: FATAL ERROR: out of memory',
  ],
])('reports %s', ([, some, problem]) => {
  expect(problemsOf(seen(some), true)).toEqual([problem]);
});
