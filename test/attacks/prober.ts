// Measures a service as its other clients see it. It is a process of its own, so an attacker that is busy does not delay
// the measurement.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { askNode, type Question, type Reply } from '../faults/ask-node.ts';
import { residentMemory } from '../faults/resident-memory.ts';
import type { Figures, Probe } from './watch.ts';

const probe = JSON.parse(process.argv[2] ?? '') as Probe;

const TIMEOUT_MS = 10_000;
const HEALTH_EVERY_MS = 10;
const SEARCHERS = 2;
const SEARCH_EVERY_MS = 10;
const WRITE_EVERY_MS = 50;
const READY_EVERY_MS = 200;
// `ps` holds this process up while it runs, /proc does not.
const MEMORY_EVERY_MS = process.platform === 'linux' ? 25 : 1_000;

type Asked = Extract<Reply, { readonly type: 'response' }>;

const agents = new Map<string, Agent>();

/** Asks over one connection, kept for each kind of request and searcher. */
async function ask(kind: string, question: Question): Promise<Asked> {
  const agent = agents.get(kind) ?? new Agent({ keepAlive: true, maxSockets: 1 });
  agents.set(kind, agent);
  const options = { key: probe.key, agent, timeoutMs: TIMEOUT_MS };
  const reply = await askNode(probe.url, question, options);
  if (reply.type === 'cut') throw new Error(reply.reason);
  return reply;
}

/** How long the service and this process waited for a processor that others used, in milliseconds; 0 except on Linux. */
function waitedMs(): number {
  if (process.platform !== 'linux') return 0;
  try {
    // https://docs.kernel.org/scheduler/sched-stats.html: the second number is the wait on the run queue, in nanoseconds.
    const files = [`/proc/${probe.pid}/schedstat`, '/proc/self/schedstat'];
    const waits = files.map((file) => Number(readFileSync(file, 'utf8').split(' ')[1]));
    return waits.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return 0;
  }
}

const blank = () => ({
  healthMs: [] as number[],
  searchMs: [] as number[],
  writeMs: [] as number[],
  failures: new Map<string, number>(),
  asked: 0,
  peakBytes: 0,
});

let figures = blank();
const ending = new AbortController();

/** Repeats a request until the end, and notes how long it took when the machine's other work is subtracted. */
async function repeat(
  everyMs: number,
  kind: string,
  run: () => Promise<string | undefined>,
  take?: 'healthMs' | 'searchMs' | 'writeMs',
): Promise<void> {
  while (!ending.signal.aborted) {
    const begun = performance.now();
    const waited = waitedMs();
    const failure = await run().catch((error: Error) => error.message);
    const ms = performance.now() - begun - (waitedMs() - waited);
    if (take !== undefined) figures[take].push(Math.max(ms, 0));
    figures.asked += 1;
    if (failure !== undefined) {
      const words = `${kind}: ${failure}`;
      figures.failures.set(words, (figures.failures.get(words) ?? 0) + 1);
    }
    await delay(everyMs);
  }
}

const unlessStatus = (expected: readonly number[], { status }: Asked): string | undefined =>
  expected.includes(status) ? undefined : String(status);

async function search(searcher: number): Promise<string | undefined> {
  const asked = await ask(`search ${searcher}`, { method: 'GET', path: probe.search.path });
  if (asked.status !== 200) return String(asked.status);
  const ids = (asked.json as readonly { readonly id: number }[]).map(({ id }) => id);
  return isDeepStrictEqual(ids, probe.search.ids) ? undefined : `found ${ids.join()}`;
}

function writer({ path, body }: NonNullable<Probe['write']>): () => Promise<string | undefined> {
  let written = 0;
  return async () => {
    written += 1;
    const titled = { ...body, title: `written ${written}` };
    return unlessStatus([200, 201], await ask('write', { method: 'PUT', path, body: titled }));
  };
}

async function watchMemory(): Promise<void> {
  while (!ending.signal.aborted) {
    const { peakBytes } = residentMemory(probe.pid);
    figures.peakBytes = Math.max(figures.peakBytes, peakBytes);
    await delay(MEMORY_EVERY_MS);
  }
}

function takeFigures(): Figures {
  const { healthMs, searchMs, writeMs, ...rest } = figures;
  figures = blank();
  return {
    ...rest,
    standstillMs: Math.max(0, ...healthMs),
    searches: searchMs.length,
    p50Ms: percentileOf(searchMs, 50) ?? Number.POSITIVE_INFINITY,
    p95Ms: percentileOf(searchMs, 95) ?? Number.POSITIVE_INFINITY,
    p99Ms: percentileOf(searchMs, 99) ?? Number.POSITIVE_INFINITY,
    writeP99Ms: percentileOf(writeMs, 99) ?? 0,
  };
}

const percentileOf = (times: readonly number[], percent: number): number | undefined =>
  times.toSorted((a, b) => a - b)[Math.ceil((times.length * percent) / 100) - 1];

const expectOk = (kind: string, path: string) => async (): Promise<string | undefined> =>
  unlessStatus([200], await ask(kind, { method: 'GET', path }));

const work = [
  repeat(HEALTH_EVERY_MS, 'health', expectOk('health', '/health'), 'healthMs'),
  ...Array.from({ length: SEARCHERS }, (_, searcher) =>
    repeat(SEARCH_EVERY_MS, 'search', () => search(searcher), 'searchMs'),
  ),
  ...(probe.write === undefined
    ? []
    : [repeat(WRITE_EVERY_MS, 'write', writer(probe.write), 'writeMs')]),
  ...(probe.ready ? [repeat(READY_EVERY_MS, 'ready', expectOk('ready', '/ready'))] : []),
  watchMemory(),
];

async function begin(): Promise<void> {
  while (figures.healthMs.length === 0 || figures.searchMs.length < SEARCHERS) await delay(1);
  figures = blank();
  process.send?.('begun');
}

async function end(): Promise<void> {
  ending.abort();
  await Promise.all(work);
  for (const agent of agents.values()) agent.destroy();
  process.send?.(takeFigures());
  process.disconnect?.();
}

process.on('message', (message: 'take' | 'end') => {
  if (message === 'end') void end();
  else process.send?.(takeFigures());
});
void begin();
// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit());
