import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { msOf, recoveryOf, servedAfter, writesOf, wrongResponses } from './judge.ts';
import { type Asked, attempt, startLoad } from './load.ts';
import { LoadClient } from './load-client.ts';
import { Looker } from './look.ts';
import { Model, type Verdict } from './model.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const CLIENTS = 16;
const WRITES_BEFORE = 40;
const AFTER_MS = 300;

/** How soon all is to be served after a fault, in milliseconds: on a machine that has time, and on one that is busy. */
export const RECOVER_WITHIN_MS = { idle: 2_000, busy: 6_000 } as const;
const GIVE_UP_AFTER_MS = 15_000;
/** Time until a fault has reached all nodes. */
const TAKES_EFFECT_MS = 100;

/** The result of one or more rounds. */
export type Outcome = Readonly<typeof NO_OUTCOME>;

/** The result of no rounds. */
export const NO_OUTCOME = {
  rounds: 0,
  requests: 0,
  acknowledged: 0,
  refused: 0,
  /** In words. */
  lost: [] as readonly string[],
  /** Wrong or late responses and partial changes, in words. */
  wrong: [] as readonly string[],
  slowestMs: 0,
  /** Time from the end of the fault until every node serves every kind of request. */
  recoveredMs: 0,
};

export const sumOf = (a: Outcome, b: Outcome): Outcome => ({
  rounds: a.rounds + b.rounds,
  requests: a.requests + b.requests,
  acknowledged: a.acknowledged + b.acknowledged,
  refused: a.refused + b.refused,
  lost: [...a.lost, ...b.lost],
  wrong: [...a.wrong, ...b.wrong],
  slowestMs: Math.max(a.slowestMs, b.slowestMs),
  recoveredMs: Math.max(a.recoveredMs, b.recoveredMs),
});

/** A world with its load, its model, and all rounds that it has gone through. */
export class Trial<W extends World> {
  readonly #world: W;
  readonly #random: Random;
  readonly #recoverWithinMs: number;
  readonly #model = new Model();
  readonly #clients: readonly LoadClient[];
  readonly #looker: Looker;

  constructor(world: W, random: Random, recoverWithinMs: number) {
    this.#recoverWithinMs = recoverWithinMs;
    this.#world = world;
    this.#random = random;
    this.#clients = Array.from(
      { length: CLIENTS },
      (_, index) => new LoadClient(String(index), this.#model, random.of(String(index))),
    );
    this.#looker = new Looker(world.nodes, random);
  }

  async begin(): Promise<void> {
    for (const client of this.#clients) {
      const { outcome, words } = await attempt(
        client.begin(),
        this.#world.nodes[0]?.url ?? '',
        this.#model,
      );
      if (outcome !== 'done') throw new Error(words);
    }
  }

  /**
   * One round: a load, a fault in the middle of it, its end; and then a look at everything.
   *
   * @param lastsMs how long the fault lasts
   * @param isLast looks at all that ever was
   */
  async round(fault: Fault<W>, lastsMs: number, isLast: boolean): Promise<Outcome> {
    const { asked, begunAt, endingAt, endedAt } = await this.#disturb(fault, lastsMs);
    const { lost, wrong } = await this.#look(isLast);
    const recoveredMs = recoveryOf(asked, endedAt, this.#world.nodes.length);
    const isLate = recoveredMs > this.#recoverWithinMs;
    return {
      rounds: 1,
      requests: asked.length,
      acknowledged: writesOf(asked),
      refused: asked.filter(({ outcome }) => outcome === 'refused').length,
      lost,
      wrong: [
        ...wrongResponses(asked, fault, begunAt + TAKES_EFFECT_MS, endingAt),
        ...(isLate ? [`not served for ${recoveredMs} ms after the fault`] : []),
        ...wrong,
      ],
      slowestMs: Math.max(...asked.map(msOf)),
      recoveredMs,
    };
  }

  /** A load, and a fault in the middle of it; the load goes on until all is served again. */
  async #disturb(fault: Fault<W>, lastsMs: number) {
    const { nodes } = this.#world;
    const load = startLoad(this.#clients, nodes, this.#model, this.#random);
    const isServed = (asked: readonly Asked[]): boolean => writesOf(asked) >= WRITES_BEFORE;
    if (!(await load.until(isServed, GIVE_UP_AFTER_MS)))
      throw new Error('hardly anything is served');
    const end = await fault.begin(this.#world, this.#random);
    const begunAt = performance.now();
    await delay(lastsMs);
    const endingAt = performance.now();
    await end();
    const endedAt = performance.now();
    await load.until((asked) => servedAfter(asked, endedAt, nodes.length), GIVE_UP_AFTER_MS);
    await delay(AFTER_MS);
    await load.stop();
    for (const node of nodes) {
      const ended = node.ended();
      if (ended !== undefined) throw new Error(ended);
    }
    await this.#world.settled();
    return { asked: load.asked, begunAt, endingAt, endedAt };
  }

  /** Looks at what there is, and takes it for known from then on. */
  async #look(isWhole: boolean): Promise<Verdict> {
    const verdict = this.#model.check(await this.#looker.look(this.#model, isWhole));
    const projects = this.#clients.map(({ project }) => project);
    const searched = await this.#looker.search(this.#model, projects);
    this.#model.endRound();
    for (const client of this.#clients) client.settled();
    return { lost: verdict.lost, wrong: [...verdict.wrong, ...searched] };
  }
}
