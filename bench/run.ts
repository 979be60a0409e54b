// npm run bench              everything, in about ten minutes; also as JSON in bench/results.json
// npm run bench -- --impact  impacts beside searches
// npm run bench -- --short   the deterministic part: statements per request and table reads; fails if one is too high
import { writeFile } from 'node:fs/promises';
import { argv, exit } from 'node:process';
import { measureGrowth } from './growth.ts';
import { measureImpact } from './impact.ts';
import { measureInProcess } from './in-process.ts';
import { type Measurement, measureHttp } from './measure-http.ts';
import { plansOf } from './plans.ts';
import { OTHERS, SEARCHES } from './scenarios.ts';
import { type ServerProcess, startFloor, startForewarn, startMemory } from './server-process.ts';
import { measureStartUp } from './start-up.ts';
import { countStatements } from './statements.ts';
import { postgresWith, sqliteWith } from './stores.ts';
import { growthTable, httpTable, impactTable, tableOf } from './tables.ts';

const COUNT = 100_000;
const GROWN = [10_000, 100_000, 1_000_000];
const CONNECTIONS = [1, 16, 64];
const SECONDS = 2;
const LARGE_TABLES: ReadonlySet<string> = new Set(['touches', 'doubts', 'change_requests']);

/** A delete and its event, in a transaction. */
const MAX_DELETE_STATEMENTS = 3;

async function runShort(): Promise<void> {
  const postgres = await postgresWith(20_000);
  const statements = await countStatements(postgres.url);
  const plans = await plansOf(postgres.url);
  await postgres.remove();
  console.log(
    tableOf([['statements', ''], ...Object.entries(statements).map(([of, n]) => [of, String(n)])]),
  );
  console.log(
    tableOf([
      ['statement', 'table', 'read by', 'rows'],
      ...plans.map(({ statement, table, how, rows }) => [statement, table, how, String(rows)]),
    ]),
  );
  const scanned = plans.filter(
    ({ table, how }) => LARGE_TABLES.has(table) && how.endsWith('Seq Scan'),
  );
  const isRight =
    statements.search === 1 &&
    statements.impact === 1 &&
    statements.remove <= MAX_DELETE_STATEMENTS &&
    scanned.length === 0;
  if (!isRight || statements.hundredSearches > 10) {
    console.error('A request uses too many statements, or a plan scans a table.');
    exit(1);
  }
}

/** The results so far. */
const results: Record<string, unknown> = {};

/** Saves a result at once, so that a later failure doesn't lose it. */
async function keep(more: Readonly<Record<string, unknown>>): Promise<void> {
  Object.assign(results, more);
  const file = new URL('results.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}

async function runAll(): Promise<void> {
  const inProcess = await measureInProcess(GROWN.at(-1) ?? COUNT);
  await keep({ inProcess });
  console.log(
    tableOf([
      ['in process', ''],
      ...Object.entries(inProcess).map(([of, n]) => [of, n.toFixed(0)]),
    ]),
  );
  const postgres = await postgresWith(COUNT);
  const sqlite = await sqliteWith(COUNT);
  const statements = await countStatements(postgres.url);
  const plans = await plansOf(postgres.url);
  const startUpMs = await measureStartUp(sqlite.url);
  await keep({ statements, plans, startUpMs });
  console.log({ statements, plans, startUpMs });
  const servers = [
    await startFloor(postgres.url),
    await startForewarn('Postgres', postgres.url),
    await startForewarn('SQLite', sqlite.url),
    await startMemory(COUNT),
  ];
  await measureServers(servers);
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.remove();
  await sqlite.remove();
  await runImpact();
  const growth = await measureGrowth(GROWN);
  await keep({ growth });
  console.log(growthTable(growth));
}

async function runImpact(): Promise<void> {
  const impact = await measureImpact(COUNT);
  await keep({ impact });
  console.log(impactTable(impact));
}

/** Runs each scenario on all servers in turn, so that other load on the machine affects them alike. */
async function measureServers(servers: readonly ServerProcess[]): Promise<void> {
  const http: Measurement[] = [];
  try {
    for (const scenario of [...SEARCHES, ...OTHERS]) {
      for (const connections of CONNECTIONS) {
        for (const server of servers) {
          http.push(await measureHttp(server, scenario, connections, SECONDS));
          await keep({ http });
        }
      }
    }
  } finally {
    console.log(httpTable(http));
  }
}

if (argv.includes('--short')) await runShort();
else if (argv.includes('--impact')) await runImpact();
else await runAll();
