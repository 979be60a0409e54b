// npm run bench                        everything
// npm run bench -- --only "forecast"   the parts and populations whose name contains a text
// npm run bench -- --rounds 9          more rounds of each comparison
// npm run bench:short                  the deterministic part: statements per request and plans; fails if one is too high
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { BESIDE, measureBeside } from './beside.ts';
import { checkStatements } from './check-statements.ts';
import { compareDeletes, DELETES } from './deletes.ts';
import { measureForecasts, POPULATIONS } from './forecast.ts';
import { measureCleanups } from './cleanup.ts';
import { measurePreviews } from './preview.ts';
import { measureImports } from './imports.ts';
import { compareRivals, RIVALS } from './rivals.ts';
import { changeRequests, postgresWith } from './stores.ts';
import { lineOf } from './tables.ts';

const COUNT = 100_000;
const IMPORTED = 1_000_000;
const ROUNDS = 5;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: String(ROUNDS) },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds: a whole number, 1 or more');
  exit(2);
}
const isWanted = (name: string): boolean => name.includes(values.only);

/** What a part measures, as it comes. */
type Figures = AsyncIterable<object | readonly object[]>;

/** The parts of a run, in order. */
const PARTS: Readonly<Record<string, () => Figures>> = {
  [RIVALS]: async function* () {
    const postgres = await postgresWith(changeRequests(COUNT));
    yield await compareRivals(postgres, rounds);
    await postgres.remove();
  },
  [BESIDE]: measureBeside,
  import: () => measureImports(IMPORTED),
  forecast: () => measureForecasts(isWanted),
  preview: measurePreviews,
  cleanup: measureCleanups,
  // The last one: it installs Unleash from the npm registry, which may be out of reach.
  [DELETES]: () => compareDeletes(rounds),
};

/** Names within a part that select it. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  forecast: POPULATIONS.map(({ name }) => name),
};

if (values.short) {
  await checkStatements();
} else {
  for (const [part, measure] of Object.entries(PARTS)) {
    if (![part, ...(INSIDE[part] ?? [])].some(isWanted)) continue;
    for await (const measured of measure()) {
      for (const each of [measured].flat()) console.log(`${part}: ${lineOf(each)}`);
    }
  }
}
