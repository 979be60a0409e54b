// npm run test:faults                       20 rounds of each fault
// npm run test:faults -- --short            one round of each, at its longest
// npm run test:faults -- --only NAME --rounds N --seed N
import process from 'node:process';
import { parseArgs } from 'node:util';
import { tableOf } from '../../bench/tables.ts';
import { hangUp } from './ask-node.ts';
import type { Fault } from './fault.ts';
import { MIXED_WRITERS } from './mixed-writers.ts';
import { OVERLOAD, OVERLOAD_SQLITE } from './overload.ts';
import { POSTGRES_FAULTS, STANDBY_FAULTS } from './postgres-faults.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, RECOVER_WITHIN_MS, sumOf, Trial } from './round.ts';
import { DISK_BYTES, DISK_FULL, SQLITE_FAULTS } from './sqlite-faults.ts';
import { openPostgresWorld, openSqliteWorld, type World } from './world.ts';

const ROUNDS = 20;
const TOLD = 10;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 1 : ROUNDS));
const seed = Number(values.seed);

const outcomes = new Map<string, Outcome>();

type Course = () => Promise<void>;

/** Takes one world through some faults, one after the other. */
function courseOf<W extends World>(
  name: string,
  faults: readonly Fault<W>[],
  open: () => Promise<W>,
  each = rounds,
): Course {
  const chosen = faults.filter((fault) => fault.name.includes(values.only));
  const random = randomOf(seed).of(name);
  return async () => {
    if (chosen.length === 0) return;
    const world = await open();
    const trial = new Trial(world, random, RECOVER_WITHIN_MS[values.short ? 'busy' : 'idle']);
    await trial.begin();
    for (const fault of chosen) await runFault(trial, fault, random, each);
    await world.remove();
  };
}

async function runFault<W extends World>(
  trial: Trial<W>,
  fault: Fault<W>,
  random: Random,
  each: number,
): Promise<void> {
  for (let round = 1; round <= each; round++) {
    const [shortest, longest] = fault.lastsMs;
    const lastsMs = values.short ? longest : random.between(shortest, longest);
    const one = await trial.round(fault, lastsMs, round === each);
    const all = sumOf(outcomes.get(fault.name) ?? NO_OUTCOME, one);
    outcomes.set(fault.name, all);
    const bad = [...one.lost, ...one.wrong];
    for (const words of bad.slice(0, TOLD))
      console.error(`${fault.name}, round ${all.rounds}: ${words}`);
    if (all.rounds === rounds) console.log(`${fault.name}: ${rounds} rounds`);
  }
}

/** What the table says about each fault. */
const COLUMNS: readonly (readonly [head: string, cell: (one: Outcome) => string | number])[] = [
  ['rounds', ({ rounds: all }) => all],
  ['requests', ({ requests }) => requests],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ['refused', ({ refused }) => refused],
  ['lost', ({ lost }) => lost.length],
  ['wrong responses', ({ wrong }) => wrong.length],
  ['slowest response', ({ slowestMs }) => `${Math.round(slowestMs)} ms`],
  ['longest time to recover', ({ recoveredMs }) => `${recoveredMs} ms`],
];

const openSmallDisk = () => openSqliteWorld({ fileBytes: DISK_BYTES });

// Side by side: much of the time is spent waiting.
const half = Math.ceil(POSTGRES_FAULTS.length / 2);
const lanes = [
  [
    courseOf('Postgres', POSTGRES_FAULTS.slice(0, half), openPostgresWorld),
    courseOf('SQLite', SQLITE_FAULTS, () => openSqliteWorld()),
  ],
  [
    courseOf('other Postgres', POSTGRES_FAULTS.slice(half), openPostgresWorld),
    courseOf('Postgres with a standby', STANDBY_FAULTS, openPostgresWorld),
    // A file grows with each round: on a small disk each has its own.
    ...Array.from({ length: rounds }, (_, round) =>
      courseOf(`small disk ${round}`, [DISK_FULL], openSmallDisk, 1),
    ),
  ],
];

async function runAll(): Promise<void> {
  await Promise.all(
    lanes.map(async (courses) => {
      for (const course of courses) await course();
    }),
  );
  // Alone, because it uses all processors.
  await courseOf('too many clients', [OVERLOAD], openPostgresWorld)();
  await courseOf('too many clients, SQLite', [OVERLOAD_SQLITE], () => openSqliteWorld())();
  hangUp();
  for (const { name, run } of MIXED_WRITERS) {
    if (name.includes(values.only)) outcomes.set(name, await run(rounds, seed));
  }
}

function printOutcomes(): void {
  const rows = [...outcomes].map(([name, one]) => [
    name,
    ...COLUMNS.map(([, cell]) => String(cell(one))),
  ]);
  console.log(tableOf([['fault', ...COLUMNS.map(([head]) => head)], ...rows]));
  const isGood = [...outcomes.values()].every((one) => one.lost.length + one.wrong.length === 0);
  process.exitCode = isGood && rows.length > 0 ? 0 : 1;
}

console.log(`faults: seed ${seed}`);
try {
  await runAll();
} finally {
  printOutcomes();
}
