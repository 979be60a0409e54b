import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { ok } from 'neverthrow';
import { askNode } from './ask-node.ts';
import { openNode } from './guard-race-node.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';
import { openPostgresWorld, openSqliteWorld, type World } from './world.ts';

const PROJECT = 'shop';
const HOUR_MS = 3_600_000;
/** Conflicts of each round: all of them are more than a node that lives so long can compare at once. */
const CONFLICTS = 600;
const MAX_CONFLICTS = 6_000;
/** How long a node lives from its start on: it begins to compare after two seconds. */
const LIVES_MS = [2_500, 4_000] as const;
const TOLD_WITHIN_MS = 200_000;
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
  const told = await killUntilTold(world, expected, random);
  await world.remove();
  const victims = new Set(told);
  return {
    ...NO_OUTCOME,
    rounds,
    requests: expected,
    acknowledged: expected,
    lost: victims.size < expected ? [`${victims.size} of ${expected} conflicts were told`] : [],
    wrong:
      told.length > victims.size ? [`${told.length - victims.size} conflicts were told again`] : [],
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

const changing = (id: number, scheduledAt: number): ScheduledChangeRequest => ({
  id,
  project: PROJECT,
  environment: 'production',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: new Date(scheduledAt).toISOString() },
  features: [
    {
      name: 'shared',
      changes: [{ action: 'updateStrategy', payload: { id: 'shared', title: `${id}` } }],
    },
  ],
  segments: [],
});

/** Kills the node again and again until it told all, or does not get ahead. Returns the ids of the victims. */
async function killUntilTold(
  { nodes: [node] }: World,
  expected: number,
  random: Random,
): Promise<readonly number[]> {
  if (node === undefined) throw new Error('the world has no node');
  const giveUpAt = performance.now() + TOLD_WITHIN_MS;
  const told: number[] = [];
  let after = 0;
  for (let lives = 1; ; lives += 1) {
    await delay(random.between(...LIVES_MS));
    await node.kill();
    await node.start();
    for (;;) {
      const events = await eventsAfter(node.url, after);
      told.push(...events.map(({ data }) => data.id));
      after = events.at(-1)?.id ?? after;
      if (events.length < PAGE) break;
    }
    if (told.length >= expected || performance.now() > giveUpAt) {
      console.log(`${told.length} of ${expected} conflicts told in ${lives} lives of a node`);
      return told;
    }
  }
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
