// npm run test:soak                 5 minutes at full load on each store; fails if memory grows
// npm run test:soak -- --minutes N --store SQLite
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { askNode, hangUp, type Question } from '../faults/ask-node.ts';
import { scheduledPath, strategyPath } from '../faults/attempts.ts';
import { changeRequest, definition } from '../faults/population.ts';
import { residentMemory } from '../faults/resident-memory.ts';
import {
  type Node,
  openPostgresWorld,
  openSqliteWorld,
  type SqliteWorld,
  type World,
} from '../faults/world.ts';

const CLIENTS = 48;
const MINUTE_MS = 60_000;
const SAMPLE_MS = 1_000;
/** Maximum relative difference between the means of the last and the second minute. */
const WITHIN = 0.05;
const MIB = 1024 * 1024;
/**
 * Heap limit of each node. Without one, V8 collects rarely on a large machine, so means over a minute fluctuate. With a
 * limit it collects often, and growth is a leak.
 */
const HEAP_MIB = 96;
const FILLER = { events: 20_000, bytes: 3_500 };
const TOO_BUSY = 503;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    store: { type: 'string', default: '' },
  },
});
const minutes = Number(values.minutes);
if (!Number.isInteger(minutes) || minutes < 3) throw new Error('--minutes: at least 3');

const PROJECT = 'soak';

/** Fills the page cache of each node from a larger SQLite file, so that the cache doesn't grow later. */
async function fillCaches({ path, nodes }: SqliteWorld): Promise<void> {
  const database = new DatabaseSync(path);
  const data = JSON.stringify(definition('filler', 'x'.repeat(FILLER.bytes)));
  database
    .prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
      insert into events (type, created_by, data) select 'strategy-created', 'filler', ? from numbers`,
    )
    .run(FILLER.events, data);
  database.close();
  for (const { url } of nodes) await readEvents(url);
}

async function readEvents(url: string, cursor = ''): Promise<void> {
  const page = `/api/admin/events?limit=100${cursor}`;
  const reply = await askNode(url, { method: 'GET', path: page });
  const { nextCursor } = (reply as { json: { nextCursor?: string } }).json;
  if (nextCursor !== undefined) await readEvents(url, `&cursor=${nextCursor}`);
}

/** The requests that a client repeats, each with the expected status. */
function cycle(id: number): readonly (readonly [Question, number])[] {
  const name = `strategy-${id}`;
  const feature = `feature-${id}`;
  const search = `${scheduledPath(PROJECT)}?feature=${feature}`;
  const one = `${scheduledPath(PROJECT)}/${id}`;
  return [
    [{ method: 'POST', path: '/api/admin/strategies', body: definition(name, 'soaked') }, 201],
    [{ method: 'PUT', path: one, body: changeRequest(PROJECT, id, feature) }, 201],
    [{ method: 'GET', path: search }, 200],
    [{ method: 'GET', path: strategyPath(name) }, 200],
    [{ method: 'GET', path: search.replace(PROJECT, 'nowhere') }, 404],
    [{ method: 'POST', path: '/api/admin/strategies', body: { name } }, 400],
    [{ method: 'DELETE', path: one }, 200],
    [{ method: 'DELETE', path: strategyPath(name) }, 200],
    [{ method: 'DELETE', path: strategyPath(name) }, 404],
    [{ method: 'GET', path: search }, 200],
  ];
}

/** Sends a request to one of the nodes. Returns false if the node is too busy. */
async function expectStatus(
  nodes: readonly Node[],
  index: number,
  expected: number,
  question: Question,
): Promise<boolean> {
  const reply = await askNode(nodes[index % nodes.length]?.url ?? '', question);
  const status = reply.type === 'response' ? reply.status : undefined;
  if (status === expected || status === TOO_BUSY) return status === expected;
  throw new Error(`${question.method} ${question.path}: ${JSON.stringify(reply)}`);
}

/** Sends requests until a time. Returns the number of responses. */
async function ask({ nodes }: World, untilMs: number): Promise<number> {
  let responses = 0;
  let made = 0;
  const work = async (index: number): Promise<void> => {
    while (performance.now() < untilMs) {
      made += 1;
      for (const [question, expected] of cycle(made)) {
        responses += 1;
        if (!(await expectStatus(nodes, index, expected, question))) break;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => work(index)));
  return responses;
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Returns whether memory was flat. */
async function soak(name: string, open: () => Promise<World>): Promise<boolean> {
  const world = await open();
  const body = { id: PROJECT, name: 'Soak' };
  await expectStatus(world.nodes, 0, 201, { method: 'POST', path: '/api/admin/projects', body });
  const begun = performance.now();
  const until = begun + minutes * MINUTE_MS;
  const asking = ask(world, until);
  const means = world.nodes.map((): number[] => []);
  for (let minute = 1; minute <= minutes; minute++) {
    const samples = world.nodes.map((): number[] => []);
    while (performance.now() < begun + minute * MINUTE_MS) {
      world.nodes.forEach((node, index) =>
        samples[index]?.push(residentMemory(node.pid()).bytes / MIB),
      );
      await Promise.race([delay(SAMPLE_MS), asking]);
    }
    samples.forEach((each, index) => means[index]?.push(meanOf(each)));
    const latest = means.map((all) => all.at(-1)?.toFixed(1)).join(' and ');
    console.log(`${name}: minute ${minute}, ${latest} MiB`);
  }
  const responses = await asking;
  await world.remove();
  const growths = means.map((all) => (all.at(-1) ?? 0) / (all[1] ?? 1) - 1);
  const perSecond = (responses / (minutes * 60)).toFixed(0);
  const grown = growths.map((growth) => `${(growth * 100).toFixed(1)} %`).join(' and ');
  console.log(
    `${name}: ${responses} requests, ${perSecond} a second; memory grew by ${grown} since the second minute`,
  );
  return growths.every((growth) => Math.abs(growth) <= WITHIN);
}

const options = { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` } };

const STORES: Readonly<Record<string, () => Promise<World>>> = {
  Postgres: () => openPostgresWorld(options),
  SQLite: async () => {
    const world = await openSqliteWorld(options);
    await fillCaches(world);
    return world;
  },
};

const flat: boolean[] = [];
for (const [name, open] of Object.entries(STORES)) {
  if (name.includes(values.store)) flat.push(await soak(name, open));
}
hangUp();
process.exitCode = flat.length > 0 && flat.every(Boolean) ? 0 : 1;
