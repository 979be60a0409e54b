import { exit } from 'node:process';
import { FORECAST_CALLS } from '../packages/forecast/src/contract/forecast-calls.ts';
import { type Read, readsOfEveryCall } from './plans.ts';
import { countStatements } from './statements.ts';
import { changeRequests, postgresWith } from './stores.ts';
import { tableOf } from './tables.ts';

/** Enough for searches with hits in each project. */
const POPULATION = 2_000;
/** A table of few rows is best read whole. */
const FEW = 10;
/** The rows of each table, and whether the planner has statistics. */
const SIZES = [
  [FEW, true],
  [100_000, true],
  [100_000, false],
] as const;

// Causes can be in any project: it returns the coverage of all, and looks at their lists of names, a few rows each.
const FORECAST_WHOLE = ['projects', 'known_name_lists'];

/** Calls that read a table whole by design. */
const WHOLE: Readonly<Record<string, string | readonly string[]>> = {
  'strategies.list': 'strategies',
  'transfer.export': ['projects', 'strategies'],
  'projects.list': 'projects',
  'apiKeys.list': 'forewarn_api_keys',
  'sessions.list': 'forewarn_sessions',
  // Looks for the project in the lists of the keys: there are few keys, and it is a rare call.
  'projects.delete': 'forewarn_api_keys',
  // Stops at the first project that the request does not name.
  'reader.impact': 'projects',
  'reader.impact, of nothing': 'projects',
  'strategies.findUse': 'projects',
  'strategies.deleteIf': 'projects',
  ...Object.fromEntries(Object.keys(FORECAST_CALLS).map((call) => [call, FORECAST_WHOLE])),
};
/** Tables with one row, or few. */
const SMALL: ReadonlySet<string> = new Set([
  'projection',
  'forewarn_origin',
  'forewarn_migration_lock',
  'forewarn_alert_commits',
  'forewarn_webhooks',
  // Only what something scheduled touches and a list lacks.
  'forewarn_missing_names',
]);

/** Prints the statements of requests and their plans. Exits with 1 if there are too many, or one scans a growing table. */
export async function checkStatements(): Promise<void> {
  const postgres = await postgresWith(changeRequests(POPULATION));
  const counts = await countStatements(postgres.url);
  await postgres.remove();
  console.log(
    tableOf([['statements', ''], ...Object.entries(counts).map(([of, n]) => [of, String(n)])]),
  );
  const scans: Read[] = [];
  for (const [rows, isAnalyzed] of SIZES) {
    const opened = await postgresWith(async () => {});
    const reads = await readsOfEveryCall(opened, rows, isAnalyzed);
    await opened.remove();
    console.log(`\nplans at ${rows} rows${isAnalyzed ? '' : ', without statistics'}`);
    console.log(tableOf([['call', 'table', 'read by'], ...distinct(reads)]));
    if (rows > FEW) scans.push(...reads.filter(isGrowing));
  }
  const areFew =
    counts.search === 1 &&
    counts.impact <= 6 &&
    counts.remove === 1 &&
    counts.hundredSearches <= 10;
  for (const { call, table, how } of scans) console.error(`${call} reads ${table} by ${how}`);
  if (!areFew) console.error('A request uses too many statements.');
  if (!areFew || scans.length > 0) exit(1);
}

/** The catalogs of Postgres grow with tables, not with rows. */
const isGrowing = ({ call, table, how }: Read): boolean =>
  how === 'Seq Scan' &&
  !table.startsWith('pg_') &&
  !SMALL.has(table) &&
  ![WHOLE[call]].flat().includes(table);

function distinct(reads: readonly Read[]): readonly (readonly string[])[] {
  const rows = reads.map(({ call, table, how }) => [call, table, how]);
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
