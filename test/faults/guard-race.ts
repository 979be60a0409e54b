import { migrateStore } from '../../packages/service/src/open-store.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Authorizer, ScheduledChangeRequest } from '@forewarn/core';
import { makeGetStrategyImpact, makeGuardedDeleteStrategy } from '@forewarn/impact';
import type { Store } from '@forewarn/store';
import { okAsync } from 'neverthrow';
import { startPostgres } from '../../tools/postgres-server.ts';
import { busyFor, openNode, type Order, RECORDINGS } from './guard-race-node.ts';
import { temporaryDatabase } from './left-behind.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';

const PROJECT = 'shop';
/** How much the lead changes per round, and how much chance adds to it. */
const STEP_MS = 0.2;
const CHANCE_MS = 1;

/** Guarded deletes that race new uses of what they delete. No fault is needed. */
export const GUARD_RACES: readonly OwnRounds[] = [
  {
    name: 'guarded delete',
    run: async (rounds) => {
      const server = await startPostgres();
      const location = { kind: 'postgres', connectionString: server.url } as const;
      (await migrateStore(location))._unsafeUnwrap();
      const outcome = await outcomeOf('guarded delete, Postgres', server.url, rounds);
      await server.stop();
      return outcome;
    },
  },
  {
    name: 'guarded delete, SQLite',
    run: async (rounds) => {
      const { databaseUrl, remove } = temporaryDatabase();
      const outcome = await outcomeOf('guarded delete, SQLite', databaseUrl, rounds);
      remove();
      return outcome;
    },
  },
];

async function outcomeOf(name: string, databaseUrl: string, rounds: number): Promise<Outcome> {
  const { deleteFirst, recordFirst: refused, wrong } = await raceGuard(databaseUrl, rounds);
  console.log(`${name}: ${deleteFirst} before the use, ${refused} refused`);
  for (const words of wrong) console.error(`${name}: ${words}`);
  const acknowledged = rounds + deleteFirst;
  return { ...NO_OUTCOME, rounds, requests: 2 * rounds, acknowledged, refused, wrong };
}

/**
 * Two nodes of one store race, each in a process of its own: one deletes a strategy definition with the guard, the other
 * records a change request that newly names it. In every other round the definition has a use that the delete
 * acknowledges. A new use that the delete missed is wrong.
 */
async function raceGuard(databaseUrl: string, rounds: number): Promise<Race> {
  const store = await openNode(databaseUrl);
  const file = fileURLToPath(new URL('guard-race-node.ts', import.meta.url));
  const other = fork(file, [databaseUrl], { execArgv: ['--conditions=@forewarn/source'] });
  try {
    await once(other, 'message');
    (await store.projects.register({ id: PROJECT, name: 'Shop' }, 'ann'))._unsafeUnwrap();
    (await store.writer.put(naming(0, 'another'), 'ann'))._unsafeUnwrap();
    const race = new Race(store, other);
    for (let round = 1; round <= rounds; round += 1) await race.run(round);
    return race;
  } finally {
    const ended = once(other, 'exit');
    other.disconnect();
    await ended;
    await store.close();
  }
}

class Race {
  /** How often the definition was deleted before its new use was recorded. */
  deleteFirst = 0;
  /** How often the new use was recorded first, so that the delete was refused. */
  recordFirst = 0;
  /** In words. */
  readonly wrong: string[] = [];
  readonly #store: Store;
  readonly #other: ChildProcess;
  readonly #look;
  readonly #delete;
  /** How much earlier the delete begins, in milliseconds: as much as makes both orders as frequent. */
  #lead = 0;

  constructor(store: Store, other: ChildProcess) {
    this.#store = store;
    this.#other = other;
    const authorizer: Authorizer<string> = {
      authenticate: () => okAsync({ name: 'ann' }),
      authorize: () => okAsync(),
    };
    this.#look = makeGetStrategyImpact({ authorizer, ...store });
    this.#delete = makeGuardedDeleteStrategy({ authorizer, ...store });
  }

  async run(round: number): Promise<void> {
    const name = `raced-${round}`;
    const how = RECORDINGS[round % RECORDINGS.length] ?? 'put';
    const known = { parameters: [], deprecated: false, editable: true };
    (await this.#store.strategies.register({ name, ...known }, 'ann'))._unsafeUnwrap();
    const acknowledge = round % 2 === 0 ? await this.#acknowledged(round, name) : undefined;
    const command = { credentials: 'key', name, acknowledge };

    const leadMs = this.#lead + (Math.random() * 2 - 1) * CHANCE_MS;
    const order: Order = {
      how,
      changeRequest: naming(3 * round + 1, name),
      afterMs: Math.max(0, leadMs),
    };
    const recorded = once(this.#other, 'message');
    this.#other.send(order);
    busyFor(Math.max(0, -leadMs));
    const deleted = await this.#delete(command);
    const outcome = String((await recorded)[0]);

    const told = deleted.isOk() ? 'deleted' : deleted.error.type;
    if (told === 'deleted') this.deleteFirst += 1;
    else this.recordFirst += 1;
    this.#lead += told === 'deleted' ? -STEP_MS : STEP_MS;
    for (const words of await this.#problems(name, order, { told, outcome })) {
      this.wrong.push(`round ${round}, ${how}: ${words}`);
    }
  }

  /** Gives the definition a use, and returns the fingerprint that accepts it. */
  async #acknowledged(round: number, name: string): Promise<string> {
    (await this.#store.writer.put(naming(3 * round, name), 'ann'))._unsafeUnwrap();
    const { fingerprint } = (await this.#look({ credentials: 'key', name }))._unsafeUnwrap();
    return fingerprint;
  }

  async #problems(
    name: string,
    { how, changeRequest }: Order,
    { told, outcome }: { readonly told: string; readonly outcome: string },
  ): Promise<readonly string[]> {
    if (outcome !== 'ok') return [`the record was not accepted: ${outcome}`];
    if (told !== 'deleted' && told !== 'StrategyInUse') return [`the delete failed: ${told}`];
    const anyOf = [{ kind: 'strategyDefinition', name }] as const;
    const found = (await this.#store.reader.search({ projectId: PROJECT, anyOf }))._unsafeUnwrap();
    const isThere = (await this.#store.strategies.find(name)).isOk();
    return [
      ...(isThere === (told === 'deleted') ? [`the definition was ${told}, but is not so`] : []),
      ...(found.changeRequests.some(({ id }) => id === changeRequest.id)
        ? []
        : ['the use is gone']),
      ...(told === 'deleted' && how !== 'import' ? await this.#orderProblems(changeRequest) : []),
    ];
  }

  /** A use that was recorded before its definition was deleted, and did not keep it. An import leaves no event. */
  async #orderProblems({ id }: ScheduledChangeRequest): Promise<readonly string[]> {
    const { events } = (await this.#store.events.list({ limit: 2 }))._unsafeUnwrap();
    const [last, before] = events;
    const isAfter =
      last?.type === 'change-request-scheduled' &&
      last.data.id === id &&
      before?.type === 'strategy-deleted';
    return isAfter ? [] : ['deleted, though the use was recorded before'];
  }
}

function naming(id: number, name: string): ScheduledChangeRequest {
  return {
    id,
    project: PROJECT,
    environment: 'production',
    state: 'Scheduled',
    features: [{ name: 'sale', changes: [{ action: 'addStrategy', payload: { name } }] }],
    segments: [],
  };
}
