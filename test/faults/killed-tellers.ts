import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { askNode, type Question } from './ask-node.ts';
import { scheduledPath } from './attempts.ts';
import { type HeldReceiver, type Moment, startReceiver } from './held-receiver.ts';
import { type Alert, alertIn, judgeMessages } from './judge-messages.ts';
import type { Verdict } from './model.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';
import { openPostgresWorld, openSqliteWorld, type World } from './world.ts';

const PROJECT = 'shop';
const DAY_MS = 86_400_000;
/** Longer than a node that is gone keeps the messages that it took. */
const TOLD_WITHIN_MS = 100_000;
const LOOK_AGAIN_MS = 100;

/** When nodes are killed: after a write, before its alert is an event, or at a moment of a delivery. */
const MOMENTS = ['written', 'sent', 'accepted', 'claimed'] as const satisfies readonly (
  | 'written'
  | Moment
)[];

const options = { env: { WEBHOOK_ALLOW: '127.0.0.1' } };

/** Nodes that are killed while they tell webhooks of predictions. */
export const KILLED_TELLERS: readonly OwnRounds[] = [
  {
    name: 'killed while it tells',
    run: async (rounds, seed) => outcomeOf(await openPostgresWorld(options), rounds, seed),
  },
  {
    name: 'killed while it tells, SQLite',
    run: async (rounds, seed) =>
      outcomeOf(await openSqliteWorld({ ...options, count: 1 }), rounds, seed),
  },
];

async function outcomeOf(world: World, rounds: number, seed: number): Promise<Outcome> {
  const receiver = await startReceiver();
  const trial = new TellingTrial(world, receiver, randomOf(seed).of('killed while it tells'));
  await trial.begin();
  for (let round = 1; round <= rounds; round += 1) await trial.round(round);
  const verdict = await trial.verdict();
  receiver.stop();
  await world.remove();
  const { requests, acknowledged } = trial;
  return { ...NO_OUTCOME, ...verdict, rounds, requests, acknowledged };
}

class TellingTrial {
  requests = 0;
  acknowledged = 0;
  readonly #world: World;
  readonly #receiver: HeldReceiver;
  readonly #random: Random;
  readonly #expected: Alert[] = [];

  constructor(world: World, receiver: HeldReceiver, random: Random) {
    this.#world = world;
    this.#receiver = receiver;
    this.#random = random;
  }

  async begin(): Promise<void> {
    const project = { id: PROJECT, name: 'Shop' };
    await this.#ask({ method: 'POST', path: '/api/admin/projects', body: project });
    const body = { url: this.#receiver.url };
    await this.#ask({ method: 'POST', path: '/api/admin/webhooks', body });
  }

  /** A change request suspends another; a node is killed; the cause is withdrawn. */
  async round(round: number): Promise<void> {
    const [cause, victim] = [2 * round - 1, 2 * round];
    await this.#put(cause, round, 'archiveFeature');
    const moment = MOMENTS[round % MOMENTS.length] ?? 'written';
    const reached = moment === 'written' ? delay(this.#random.between(0, 100)) : undefined;
    const held = moment === 'written' ? undefined : this.#receiver.hold(moment);
    await this.#put(victim, round, 'updateEnabled');
    this.#expected.push({ type: 'forecast-predicted', changeRequest: victim });
    await (reached ?? held);
    await this.#killNodes(round);
    this.#receiver.release();
    await this.#untilPredicted(victim);
    await this.#ask({ method: 'DELETE', path: `${scheduledPath(PROJECT)}/${cause}` });
    this.#expected.push({ type: 'forecast-resolved', changeRequest: victim });
  }

  /** Waits until it is in the event log: what is withdrawn before is never told. */
  async #untilPredicted(victim: number): Promise<void> {
    const giveUpAt = performance.now() + TOLD_WITHIN_MS;
    while (!(await this.#told()).some(({ changeRequest }) => changeRequest === victim)) {
      if (performance.now() > giveUpAt) throw new Error(`no event predicts ${victim}`);
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Waits until all was received, and judges it. */
  async verdict(): Promise<Verdict> {
    const giveUpAt = performance.now() + TOLD_WITHIN_MS;
    for (;;) {
      const { received } = this.#receiver;
      const verdict = judgeMessages(this.#expected, await this.#told(), received);
      if (verdict.lost.length === 0 || performance.now() > giveUpAt) {
        const ids = new Set(received.map(({ id }) => id));
        console.log(
          `${this.#world.kind}: ${this.#expected.length} alerts, ${received.length} messages, ${received.length - ids.size} of them again`,
        );
        return verdict;
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Kills all nodes, or at the same moment of later rounds one of them, since any can be the one that tells. */
  async #killNodes(round: number): Promise<void> {
    const { nodes } = this.#world;
    const one = this.#random.pick(nodes);
    const killed = Math.ceil(round / MOMENTS.length) % 2 === 0 && one !== undefined ? [one] : nodes;
    await Promise.all(killed.map((node) => node.kill()));
    await Promise.all(killed.map((node) => node.start()));
  }

  async #put(id: number, round: number, action: string): Promise<void> {
    const body: ScheduledChangeRequest = {
      id,
      project: PROJECT,
      environment: 'production',
      state: 'Scheduled',
      schedule: {
        status: 'pending',
        scheduledAt: new Date(Date.now() + id * DAY_MS).toISOString(),
      },
      features: [{ name: `feature-${round}`, changes: [{ action, payload: { enabled: true } }] }],
      segments: [],
    };
    await this.#ask({ method: 'PUT', path: `${scheduledPath(PROJECT)}/${id}`, body });
  }

  /** The alerts in the event log. */
  async #told(): Promise<readonly Alert[]> {
    const path = '/api/admin/events?limit=1000';
    const { events } = (await this.#ask({ method: 'GET', path })) as { readonly events: Event[] };
    return events
      .filter(({ type }) => type.startsWith('forecast-'))
      .map(({ type, ...event }) => alertIn(type, event));
  }

  async #ask(question: Question): Promise<unknown> {
    const { url } = this.#random.pick(this.#world.nodes) ?? { url: '' };
    const reply = await askNode(url, question);
    const { method, path } = question;
    if (reply.type === 'cut' || reply.status >= 300) {
      throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    }
    if (method !== 'GET') {
      this.requests += 1;
      this.acknowledged += 1;
    }
    return reply.json;
  }
}

type Event = { readonly type: string } & Parameters<typeof alertIn>[1];
