// npm run test:fuzz: sends 100,000 hostile requests to the service on each store. FUZZ_SEED repeats a run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../../tools/postgres-server.ts';
import { ROUTES } from './arbitrary-request.ts';
import { expectUnharmed } from './fuzz-world.ts';
import type { Memory } from './fuzzed-service.ts';
import { fuzz } from './fuzzer.ts';

const REQUESTS = 100_000;
/** Requests before the first measurement: code is compiled and caches are full. */
const WARM_UP = 25_000;
/** Maximum growth of the heap between two measurements. A leak of 100 bytes per request exceeds it. */
const HEAP_NOISE = 5_000_000;
/** Freed memory is returned late. A leak outside of the heap of 1 KB per request exceeds it. */
const RSS_NOISE = 100_000_000;

/** The limits with which `serve` starts itself: without them, Node grows to several times what is alive. */
const AS_SERVED = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
  '--max-old-space-size=2000',
];

const SERVICE = fileURLToPath(new URL('fuzzed-service.ts', import.meta.url));

async function fuzzStore(name: string, databaseUrl: string, seed: number): Promise<void> {
  const service = fork(SERVICE, {
    execArgv: ['--conditions=@forewarn/source', '--expose-gc', ...AS_SERVED],
    env: { DATABASE_URL: databaseUrl, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const crashed = once(service, 'exit').then(([code, signal]) => {
    throw new Error(`the service ended with ${code ?? signal}`);
  });
  crashed.catch(() => {});
  const { url } = (await Promise.race([next(service), crashed])) as { readonly url: string };
  const send = (requests: number, from: number) =>
    Promise.race([fuzz({ url }, { requests, seed: from }), crashed]);
  const warmUp = await send(WARM_UP, seed + 1);
  const before = await memoryOf(service);
  const { sent, tally } = await send(REQUESTS, seed);
  const after = await memoryOf(service);
  await expectUnharmed({ url });
  service.kill();
  report(name, sent, tally);
  console.log(
    `heap ${mb(before.heap)} to ${mb(after.heap)} MB, RSS ${mb(before.rss)} to ${mb(after.rss)} MB\n`,
  );
  // A webhook can be deleted only once.
  expectReached([...warmUp.tally.keys(), ...tally.keys()]);
  // The memory store grows by an event for each change.
  if (databaseUrl !== 'memory:') expectFlat(before, after);
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function next(service: ChildProcess): Promise<unknown> {
  const [message] = (await once(service, 'message')) as [unknown];
  return message;
}

async function memoryOf(service: ChildProcess): Promise<Memory> {
  const reported = next(service);
  service.send('memory');
  return (await reported) as Memory;
}

function report(name: string, sent: number, tally: ReadonlyMap<string, number>): void {
  console.log(`${name}: ${sent} requests`);
  const sorted = [...tally].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [route, entries] of Map.groupBy(sorted, ([key]) => key.split(': ')[0])) {
    const statuses = entries.map(([key, count]) => `${key.split(': ')[1]} × ${count}`);
    console.log(`  ${route}: ${statuses.join(', ')}`);
  }
}

/** Throws unless each operation succeeded, was refused without a key, and was refused for bad input. */
function expectReached(responses: readonly string[]): void {
  for (const route of ROUTES) {
    const statuses = responses.filter((key) => key.startsWith(`${route}: `));
    const wanted = [/20[01]$/, /401$/, /(?:400|404|409)$/].filter(
      (status) => !statuses.some((key) => status.test(key)),
    );
    const isApi = route !== 'GET health' && route !== 'something else';
    if (isApi && wanted.length > 0)
      throw new Error(`${route} never responded with ${wanted.join()}`);
  }
}

function expectFlat(before: Memory, after: Memory): void {
  if (after.heap > before.heap + HEAP_NOISE) throw new Error('the heap has grown');
  if (after.rss > before.rss + RSS_NOISE) throw new Error('the memory has grown');
}

// A signal must leave no server behind: servers stop at the event `exit`.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`FUZZ_SEED=${seed}\n`);
const folder = await mkdtemp(join(tmpdir(), 'forewarn-fuzz-'));
const postgres = await startPostgres();
try {
  await fuzzStore('memory', 'memory:', seed);
  await fuzzStore('SQLite', `sqlite:${join(folder, 'forewarn.db')}`, seed);
  await fuzzStore('Postgres', postgres.url, seed);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, maxRetries: 3 });
}
process.exit();
