// npm run bench                        everything; also as JSON in bench/results.json
// npm run bench -- --only "search"     the parts and scenarios whose name contains a text
// npm run bench -- --rounds 9          more rounds of each scenario
// npm run bench:short                  the deterministic part: statements per request and plans; fails if one is too high
import { writeFile } from 'node:fs/promises';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { BESIDE, measureBeside } from './beside.ts';
import { checkStatements } from './check-statements.ts';
import { compareServers, type Rounds } from './compare.ts';
import { compareDeletes, DELETES } from './deletes.ts';
import { measureForecasts, POPULATIONS } from './forecast.ts';
import { CLEANED_UP, measureCleanups } from './cleanup.ts';
import { measurePreviews, PREVIEWED } from './preview.ts';
import { measureImports } from './imports.ts';
import { describeMachine } from './machine.ts';
import { compareRivals, RIVALS } from './rivals.ts';
import { SCENARIOS } from './scenarios.ts';
import { changeRequests, postgresWith, sqliteWith, withDefinitions } from './stores.ts';
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
const wanted: Rounds = { rounds, isWanted: (name) => name.includes(values.only) };

/** What a part measures, as it comes. */
type Figures = AsyncIterable<object | readonly object[]>;

/** The parts of a run, in order. */
const PARTS: Readonly<Record<string, () => Figures>> = {
  http: async function* () {
    const fill = withDefinitions(changeRequests(COUNT));
    const postgres = await postgresWith(fill);
    const sqlite = await sqliteWith(fill);
    yield* compareServers({ postgres, sqlite }, wanted);
    await postgres.remove();
    await sqlite.remove();
  },
  [RIVALS]: async function* () {
    const postgres = await postgresWith(changeRequests(COUNT));
    yield await compareRivals(postgres, rounds);
    await postgres.remove();
  },
  [BESIDE]: measureBeside,
  import: () => measureImports(IMPORTED),
  forecast: () => measureForecasts(wanted),
  preview: () => measurePreviews(wanted),
  cleanup: () => measureCleanups(wanted),
  // The last one: it installs Unleash from the npm registry, which may be out of reach.
  [DELETES]: () => compareDeletes(rounds),
};

/** Names within a part that select it. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  http: SCENARIOS.map(({ name }) => name),
  forecast: POPULATIONS.map(({ name }) => name),
  preview: PREVIEWED,
  cleanup: CLEANED_UP,
};

/** Prints what a part measures, and saves it at once, so that a later failure does not lose it. */
async function report(part: string, figures: Figures): Promise<void> {
  const all: object[] = [];
  results[part] = all;
  for await (const measured of figures) {
    for (const each of [measured].flat()) {
      all.push(each);
      console.log(`${part}: ${lineOf(each)}`);
    }
    const file = new URL('results.json', import.meta.url);
    await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  }
}

const results: Record<string, unknown> = { ...describeMachine(), rounds };

if (values.short) {
  await checkStatements();
} else {
  for (const [name, measure] of Object.entries(PARTS)) {
    if ([name, ...(INSIDE[name] ?? [])].some(wanted.isWanted)) await report(name, measure());
  }
}
