import { exit } from 'node:process';
import { type Read, readsOfEveryCall } from './plans.ts';
import { countStatements } from './statements.ts';
import { changeRequests, postgresWith } from './stores.ts';
import { tableOf } from './tables.ts';

/** Enough for searches with hits in each project. */
const POPULATION = 2_000;
const SIZES = [10, 100_000];

/** Calls that read a table whole by design. */
const WHOLE: Readonly<Record<string, string>> = {
  'strategies.list': 'strategies',
  'projects.list': 'projects',
  'apiKeys.list': 'api_keys',
  // Looks for the project in the lists of the keys: there are few keys, and it is a rare call.
  'projects.delete': 'api_keys',
  // Stops at the first project that the request does not name.
  'reader.impact': 'projects',
  'reader.impact, of nothing': 'projects',
  // Causes can be in any project, so it returns the coverage of all.
  'reader.forecast': 'projects',
  'reader.forecast, with filters': 'projects',
  'reader.forecast, of one': 'projects',
};
/** Tables with one row. */
const SMALL: ReadonlySet<string> = new Set(['projection', 'origin', 'forewarn_migration_lock']);

/** Prints the statements of requests and their plans. Exits with 1 if there are too many, or one scans a growing table. */
export async function checkStatements(): Promise<void> {
  const postgres = await postgresWith(changeRequests(POPULATION));
  const counts = await countStatements(postgres.url);
  await postgres.remove();
  console.log(
    tableOf([['statements', ''], ...Object.entries(counts).map(([of, n]) => [of, String(n)])]),
  );
  let scans: readonly Read[] = [];
  for (const rows of SIZES) {
    const opened = await postgresWith(async () => {});
    const reads = await readsOfEveryCall(opened, rows);
    await opened.remove();
    console.log(`\nplans at ${rows} rows`);
    console.log(tableOf([['call', 'table', 'read by'], ...distinct(reads)]));
    scans = reads.filter(isGrowing);
  }
  const areFew =
    counts.search === 1 &&
    counts.impact <= 2 &&
    counts.remove === 1 &&
    counts.hundredSearches <= 10;
  for (const { call, table, how } of scans) console.error(`${call} reads ${table} by ${how}`);
  if (!areFew) console.error('A request uses too many statements.');
  if (!areFew || scans.length > 0) exit(1);
}

const isGrowing = ({ call, table, how }: Read): boolean =>
  how === 'Seq Scan' && !SMALL.has(table) && WHOLE[call] !== table;

function distinct(reads: readonly Read[]): readonly (readonly string[])[] {
  const rows = reads.map(({ call, table, how }) => [call, table, how]);
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
