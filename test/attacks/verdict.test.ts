import { expect, it } from 'vitest';
import { problemsOf, type Seen, type Strictness } from './verdict.ts';
import type { Figures } from './watch.ts';

const MIB = 2 ** 20;
const TIMED = { isTimed: true, isOutage: false };

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

const OUTAGE = { isTimed: true, isOutage: true };
const failing = figures({ failures: new Map([['search: 503', 2]]) });
const slow = { standstillMs: 190, p99Ms: 340 };

it.for<readonly [what: string, some: Partial<Seen>, strictness: Strictness, problem?: string]>([
  ['nothing within the aims', {}, TIMED],
  ['memory', { during: figures({ peakBytes: 401 * MIB }) }, TIMED, 'RSS of 401 MiB'],
  ['a standstill', { during: figures({ standstillMs: 111 }) }, TIMED, 'standstillMs: 111'],
  ['slow searches', { during: figures({ p99Ms: 271 }) }, TIMED, 'p99Ms: 271'],
  ['slow writes', { during: figures({ writeP99Ms: 271 }) }, TIMED, 'writeP99Ms: 271'],
  [
    'no time that the machine also took before the attack',
    { baseline: figures({ standstillMs: 90, p99Ms: 90 }), during: figures(slow) },
    TIMED,
  ],
  ['no response times in the short form', { during: figures(slow) }, { ...TIMED, isTimed: false }],
  ['failures of the others', { during: failing }, TIMED, 'others: search: 503, 2 times'],
  ['no failures of the others when the attack takes the store away', { during: failing }, OUTAGE],
  ['a 500', { statuses: new Map([['500', 1]]) }, TIMED, '500 to the attacker, 1 times'],
  ['no 503 to the attacker', { statuses: new Map([['503', 9]]) }, TIMED],
  ['what the attacker could do', { problems: ['it was served'] }, TIMED, 'it was served'],
  [
    'only the crash of a service that ended, with its reason',
    { ended: 'SIGABRT\nFATAL ERROR: out of memory\nstack', during: failing },
    TIMED,
    'the service ended: FATAL ERROR: out of memory',
  ],
])('reports %s', ([, some, strictness, problem]) => {
  expect(problemsOf(seen(some), strictness)).toEqual(problem === undefined ? [] : [problem]);
});
