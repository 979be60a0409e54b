// npm run bench                        everything; also as JSON in bench/results.json
// npm run bench -- --only "search"     the parts and scenarios whose name contains a text
// npm run bench -- --rounds 9          more rounds of each scenario
// npm run bench:short                  the deterministic part: statements per request and plans; fails if one is too high
import { writeFile } from 'node:fs/promises';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { BESIDE, measureBeside } from './beside.ts';
import { checkStatements } from './check-statements.ts';
import { compareNodes, compareServers, type Rounds } from './compare.ts';
import { compareDeletes, type DeleteTimes, DELETES } from './deletes.ts';
import { measureForecasts, POPULATIONS } from './forecast.ts';
import { CLEANED_UP, measureCleanups } from './cleanup.ts';
import { measurePreviews, PREVIEWED } from './preview.ts';
import { measureGrowth } from './growth.ts';
import { measureImpact } from './impact.ts';
import { measureImports } from './imports.ts';
import { measureInProcess } from './in-process.ts';
import { describeMachine } from './machine.ts';
import { compareRivals, RIVALS } from './rivals.ts';
import { SCENARIOS } from './scenarios.ts';
import { changeRequests, postgresWith, sqliteWith, withDefinitions } from './stores.ts';
import {
  BESIDE_HEAD,
  besideRow,
  CLEANUP,
  cleanupRow,
  deleteTable,
  COMPARISON,
  comparisonRows,
  FORECAST,
  forecastRow,
  PREVIEW,
  previewRow,
  GROWTH,
  growthRow,
  impactTable,
  IMPORTS,
  importRow,
  rivalTable,
} from './tables.ts';

const COUNT = 100_000;
const IMPORTED = 1_000_000;
const GROWN = [10_000, 10_000_000];
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

const results: Record<string, unknown> = { ...describeMachine(), rounds };

/** Saves a result at once, so that a later failure does not lose it. */
async function keep(more: Readonly<Record<string, unknown>>): Promise<void> {
  Object.assign(results, more);
  const file = new URL('results.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** The parts of a run, in order. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  'in process': async () => {
    const inProcess = await measureInProcess(COUNT);
    await keep({ inProcess });
    console.table(inProcess);
  },
  http: async () => {
    const fill = withDefinitions(changeRequests(COUNT));
    const postgres = await postgresWith(fill);
    const sqlite = await sqliteWith(fill);
    const all = [];
    console.log(COMPARISON);
    for await (const measured of compareServers({ postgres, sqlite }, wanted)) {
      all.push(...measured);
      await keep({ http: all });
      for (const row of comparisonRows(measured)) console.log(row);
    }
    if (wanted.isWanted('nodes')) {
      const nodes = await compareNodes(postgres, wanted);
      await keep({ nodes });
      for (const row of comparisonRows(nodes)) console.log(row);
    }
    await postgres.remove();
    await sqlite.remove();
  },
  [RIVALS]: async () => {
    const postgres = await postgresWith(changeRequests(COUNT));
    const rivals = await compareRivals(postgres, rounds);
    await keep({ rivals });
    console.log(rivalTable(rivals));
    await postgres.remove();
  },
  [BESIDE]: async () => {
    const beside = [];
    console.log(BESIDE_HEAD);
    for await (const measured of measureBeside()) {
      beside.push(measured);
      await keep({ beside });
      console.log(besideRow(measured));
    }
  },
  import: async () => {
    const imports = [];
    console.log(IMPORTS);
    for await (const measured of measureImports(IMPORTED)) {
      imports.push(measured);
      await keep({ imports });
      console.log(importRow(measured));
    }
  },
  impact: async () => {
    const impact = await measureImpact(COUNT);
    await keep({ impact });
    console.log(impactTable(impact));
  },
  forecast: async () => {
    const forecasts = [];
    console.log(FORECAST);
    for await (const measured of measureForecasts(wanted)) {
      forecasts.push(measured);
      await keep({ forecasts });
      console.log(forecastRow(measured));
    }
  },
  preview: async () => {
    const previews = [];
    console.log(PREVIEW);
    for await (const measured of measurePreviews(wanted)) {
      previews.push(measured);
      await keep({ previews });
      console.log(previewRow(measured));
    }
  },
  cleanup: async () => {
    const cleanups = [];
    console.log(CLEANUP);
    for await (const measured of measureCleanups(wanted)) {
      cleanups.push(measured);
      await keep({ cleanups });
      console.log(cleanupRow(measured));
    }
  },
  growth: async () => {
    const growth = [];
    console.log(GROWTH);
    for await (const measured of measureGrowth(GROWN)) {
      growth.push(measured);
      await keep({ growth });
      console.log(growthRow(measured, growth));
    }
  },
  // The last one: it installs Unleash from the npm registry, which may be out of reach.
  [DELETES]: async () => {
    const deletes: DeleteTimes[] = [];
    for await (const measured of compareDeletes(rounds)) {
      deletes.push(...measured);
      await keep({ deletes });
      console.log(deleteTable(measured));
    }
  },
};

/** Names within a part that select it. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  http: [...SCENARIOS.map(({ name }) => name), 'nodes'],
  forecast: POPULATIONS.map(({ name }) => name),
  preview: PREVIEWED,
  cleanup: CLEANED_UP,
};

if (values.short) {
  await checkStatements();
} else {
  for (const [name, run] of Object.entries(PARTS)) {
    if ([name, ...(INSIDE[name] ?? [])].some(wanted.isWanted)) await run();
  }
}
