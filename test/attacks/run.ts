// npm run test:attacks                 every attack, in full; fails when an aim is missed
// npm run test:attacks -- --short      every attack in small; response times are not judged
// npm run test:attacks -- --only TEXT  those whose name contains the text
import process from 'node:process';
import { parseArgs } from 'node:util';
import { tableOf } from '../../bench/tables.ts';
import { hangUp } from '../faults/ask-node.ts';
import type { Attack, Size } from './attack.ts';
import { Attacker } from './attacker.ts';
import { CROWDS } from './crowds.ts';
import { HEAVY_SEARCHES } from './heavy-searches.ts';
import { startHostileUnleash } from './hostile-unleash.ts';
import { LARGE_BODIES } from './large-bodies.ts';
import { LARGE_RESPONSES } from './large-responses.ts';
import { LARGE_UPSTREAMS } from './large-upstreams.ts';
import { LONG_WORK } from './long-work.ts';
import { MANY_NAMES } from './many-names.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { openTarget } from './target.ts';
import { SILENCED_ALERTS } from './silenced-alerts.ts';
import { SMALL_CHUNKS } from './small-chunks.ts';
import { UNREAD_RESPONSES } from './unread-responses.ts';
import { mibOf, problemsOf, type Seen } from './verdict.ts';
import { type Figures, watchTarget } from './watch.ts';
import { WEAK_KEYS } from './weak-keys.ts';

const ATTACKS: readonly Attack[] = [
  ...UNREAD_RESPONSES,
  ...LARGE_BODIES,
  ...SMALL_CHUNKS,
  ...LARGE_RESPONSES,
  ...HEAVY_SEARCHES,
  ...WEAK_KEYS,
  ...MANY_NAMES,
  ...CROWDS,
  ...LONG_WORK,
  ...LARGE_UPSTREAMS,
  ...SILENCED_ALERTS,
];

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const size: Size = {
  lastsMs: values.short ? 700 : 8_000,
  pick: (short, long) => (values.short ? short : long),
};
// The short form judges no response times, and needs no baseline.
const BASELINE_MS = size.pick(0, 2_000);

/** Starts a service, attacks it, and returns what its attacker and its other clients saw. */
async function carryOut(attack: Attack): Promise<Seen> {
  const { heapMib, deadlineMs } = attack;
  const upstream =
    attack.upstream === undefined ? undefined : await startHostileUnleash(attack.upstream);
  const opened = await openTarget(attack.store ?? 'SQLite', {
    ...(heapMib === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${heapMib}` }),
    ...(deadlineMs === undefined ? {} : { REQUEST_DEADLINE_MS: String(deadlineMs) }),
    ...(upstream === undefined
      ? {}
      : { UNLEASH_URL: upstream.url, UNLEASH_API_KEY: 'key', SYNC_INTERVAL: '2s' }),
  });
  const target = upstream === undefined ? opened : { ...opened, upstream };
  const attacker = new Attacker(target.url, size.lastsMs);
  try {
    await attack.prepare?.(target, size);
    const watch = await watchTarget(target, attack.others);
    await delay(BASELINE_MS);
    const baseline = await watch.take();
    await attack.run(attacker, target, size);
    const attacked = attacker.end();
    const during = await watch.end();
    return { ...attacked, baseline, during, ended: target.node.ended() };
  } finally {
    attacker.end();
    await target.remove();
    await upstream?.close();
  }
}

/** What the table says about each attack. */
const COLUMNS: readonly (readonly [head: string, cell: (name: string, seen: Seen) => string])[] = [
  ['attack', (name) => name],
  ['peak RSS, MiB', (_, { during }) => String(mibOf(during))],
  ['standstill, ms', (_, { during }) => during.standstillMs.toFixed(0)],
  ['before, ms', (_, { baseline }) => unlessEmpty(baseline, 'standstillMs')],
  ['searches', (_, { during }) => String(during.searches)],
  ['p99, ms', (_, { during }) => during.p99Ms.toFixed(0)],
  ['before, ms', (_, { baseline }) => unlessEmpty(baseline, 'p99Ms')],
  ['writes p99, ms', (_, { during }) => during.writeP99Ms.toFixed(0)],
  ['failed', (_, { during: { failures, asked } }) => `${sumOf(failures.values())} of ${asked}`],
  [
    'to the attacker',
    (_, { statuses }) => [...statuses].map(([status, times]) => `${times} × ${status}`).join(', '),
  ],
];

const unlessEmpty = (figures: Figures, figure: 'standstillMs' | 'p99Ms'): string =>
  figures.searches === 0 ? '-' : figures[figure].toFixed(0);

const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, each) => sum + each, 0);

const rows: (readonly string[])[] = [COLUMNS.map(([head]) => head)];
const bad: string[] = [];

/** Carries out an attack and returns what went wrong, in words. */
async function judge(attack: Attack): Promise<readonly string[]> {
  try {
    const seen = await carryOut(attack);
    rows.push(COLUMNS.map(([, cell]) => cell(attack.name, seen)));
    return problemsOf(seen, !values.short);
  } catch (error) {
    return [`can't be carried out: ${String(error)}`];
  }
}

const left = ATTACKS.filter(({ name }) => name.includes(values.only)).values();

async function carryOutNext(): Promise<void> {
  for (const attack of left) {
    const problems = await judge(attack);
    console.log(
      `${attack.name}: ${problems.length === 0 ? 'stood up to it' : problems.join('; ')}`,
    );
    if (problems.length > 0) bad.push(attack.name);
  }
}

// Two services start and are attacked side by side where no response times are judged.
await Promise.all(Array.from({ length: size.pick(2, 1) }, carryOutNext));
hangUp();
console.log(`\n${tableOf(rows)}`);
if (bad.length > 0) console.error(`\nDid not stand up to: ${bad.join('; ')}`);
process.exitCode = rows.length > 1 && bad.length === 0 ? 0 : 1;
