import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { ok } from 'neverthrow';
import { askNode } from './ask-node.ts';
import { openNode } from './guard-race-node.ts';
import { changeRequest } from './population.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';
import { openPostgresWorld, openSqliteWorld, type World } from './world.ts';

const PROJECT = 'shop';
const HOUR_MS = 3_600_000;
/** Conflicts of each round. */
const CONFLICTS = 1_200;
const MAX_CONFLICTS = 6_000;
/** How long after a commit a node is killed, at most: it then pauses, or is at the next step. */
const KILLED_AFTER_MS = 1_000;
const LOOK_AGAIN_MS = 50;
/** How long a node that is killed again and again may get no further. */
const STALLED_MS = 60_000;
const PAGE = 1_000;

/** Nodes that are killed again and again while they compare many conflicts. Each must be told, once. */
export const INTERRUPTED_TELLERS: readonly OwnRounds[] = [
  {
    name: 'killed while it compares many',
    run: async (rounds, seed) => {
      const world = await openPostgresWorld({ count: 1 });
      return outcomeOf(world, world.directUrl, rounds, seed);
    },
  },
  {
    name: 'killed while it compares many, SQLite',
    run: async (rounds, seed) => {
      const world = await openSqliteWorld({ count: 1 });
      return outcomeOf(world, `sqlite:${world.path}`, rounds, seed);
    },
  },
];

async function outcomeOf(
  world: World,
  databaseUrl: string,
  rounds: number,
  seed: number,
): Promise<Outcome> {
  const random = randomOf(seed).of('killed while it compares');
  const expected = Math.min(CONFLICTS * rounds, MAX_CONFLICTS);
  await fill(databaseUrl, expected);
  const { victims: told, lives } = await killUntilTold(world, expected, random);
  await world.remove();
  const victims = new Set(told);
  const again = told.length - victims.size;
  return {
    ...NO_OUTCOME,
    rounds,
    requests: expected,
    acknowledged: expected,
    lost: victims.size < expected ? [`${victims.size} of ${expected} conflicts were told`] : [],
    wrong: [
      ...(again > 0 ? [`${again} conflicts were told again`] : []),
      ...(lives < 3 ? ['all were told at once: nothing was left to interrupt'] : []),
    ],
  };
}

/** Records change requests that change one strategy, each of which is suspended as soon as the one before is applied. */
async function fill(databaseUrl: string, conflicts: number): Promise<void> {
  const store = await openNode(databaseUrl);
  const begin = Date.now() + HOUR_MS;
  async function* entries() {
    const project = { id: PROJECT, name: 'Shop' };
    yield ok({ kind: 'project', project, coverage: { kind: 'live' } } as const);
    for (let id = 1; id <= conflicts + 1; id += 1) {
      yield ok({ kind: 'scheduled', changeRequest: changing(id, begin + id * HOUR_MS) } as const);
    }
  }
  (await store.transfer.import(entries()))._unsafeUnwrap();
  await store.close();
}

const changing = (id: number, scheduledAt: number): ScheduledChangeRequest => {
  const payload = { id: 'shared', title: `${id}` };
  return {
    ...changeRequest(PROJECT, id, 'shared'),
    schedule: { status: 'pending', scheduledAt: new Date(scheduledAt).toISOString() },
    features: [{ name: 'shared', changes: [{ action: 'updateStrategy', payload }] }],
  };
};

interface Told {
  /** The ids of the victims. */
  readonly victims: readonly number[];
  readonly lives: number;
}

/** Kills the node each time that it has told some, until it has told all, or does not get ahead. */
async function killUntilTold(
  { nodes: [node] }: World,
  expected: number,
  random: Random,
): Promise<Told> {
  if (node === undefined) throw new Error('the world has no node');
  let giveUpAt = performance.now() + STALLED_MS;
  const victims: number[] = [];
  let [after, lives] = [0, 1];
  const look = async (): Promise<number> => {
    const events = await eventsAfter(node.url, after);
    victims.push(...events.map(({ data }) => data.id));
    after = events.at(-1)?.id ?? after;
    return events.length;
  };
  while (victims.length < expected && performance.now() < giveUpAt) {
    if ((await look()) === 0) {
      await delay(LOOK_AGAIN_MS);
      continue;
    }
    giveUpAt = performance.now() + STALLED_MS;
    await delay(random.between(0, KILLED_AFTER_MS));
    await node.kill();
    await node.start();
    lives += 1;
  }
  console.log(`${victims.length} of ${expected} conflicts told in ${lives} lives of a node`);
  return { victims, lives };
}

interface Predicted {
  readonly id: number;
  readonly data: { readonly id: number };
}

async function eventsAfter(url: string, after: number): Promise<readonly Predicted[]> {
  const path = `/api/admin/events?type=forecast-predicted&limit=${PAGE}&after=${after}`;
  const reply = await askNode(url, { method: 'GET', path });
  if (reply.type === 'cut' || reply.status !== 200) throw new Error(JSON.stringify(reply));
  return (reply.json as { readonly events: readonly Predicted[] }).events;
}
