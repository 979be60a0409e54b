import { setTimeout as delay } from 'node:timers/promises';
import { askNode, type Reply } from './ask-node.ts';
import type { Attempt } from './attempts.ts';
import type { LoadClient } from './load-client.ts';
import type { Model } from './model.ts';
import type { Random } from './random.ts';
import type { Node } from './world.ts';

/** A request of the load and its outcome. */
export interface Asked {
  readonly kind: 'read' | 'write' | 'ready';
  readonly node: number;
  readonly begunAt: number;
  readonly endedAt: number;
  /** Done; refused with 503; cut off; or a wrong response. */
  readonly outcome: 'done' | 'refused' | 'cut' | 'wrong';
  /** The request and its outcome, in words. */
  readonly words: string;
}

const LOOK_AGAIN_MS = 10;
/** What a client waits when it was not served, and, much less, when it was. */
const BACK_OFF_MS = 25;

/** Lets the clients ask the nodes, each one thing after the other. */
export function startLoad(
  clients: readonly LoadClient[],
  nodes: readonly Node[],
  model: Model,
  random: Random,
) {
  const asked: Asked[] = [];
  const stopping = new AbortController();
  const work = async (client: LoadClient): Promise<void> => {
    while (!stopping.signal.aborted) {
      const node = random.between(0, nodes.length - 1);
      const one = await attempt(client.next(), nodes[node]?.url ?? '', model);
      asked.push({ ...one, node });
      if (one.outcome !== 'done') await delay(BACK_OFF_MS);
    }
  };
  const working = Promise.all(clients.map(work));
  return {
    /** All requests so far. */
    asked: asked as readonly Asked[],
    /** Waits until a condition on the requests holds. Returns whether it did in time. */
    until: async (
      holds: (asked: readonly Asked[]) => boolean,
      withinMs: number,
    ): Promise<boolean> => {
      const giveUpAt = performance.now() + withinMs;
      while (!holds(asked)) {
        if (performance.now() > giveUpAt) return false;
        await Promise.race([delay(LOOK_AGAIN_MS), working]);
      }
      return true;
    },
    /** Stops the load and waits for the last responses. */
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

/** Sends one request and updates the model. */
export async function attempt(
  { question, write, isRight }: Attempt,
  url: string,
  model: Model,
): Promise<Omit<Asked, 'node'>> {
  if (write !== undefined) model.begin(write);
  const begunAt = performance.now();
  const reply = await askNode(url, question);
  const endedAt = performance.now();
  const outcome = outcomeOf(reply, isRight);
  if (outcome === 'done' && write !== undefined) model.acknowledge(write);
  const { method, path } = question;
  const came =
    reply.type === 'cut' ? reply.reason : `${reply.status} ${JSON.stringify(reply.json)}`;
  return {
    kind: question.path === '/ready' ? 'ready' : write === undefined ? 'read' : 'write',
    begunAt,
    endedAt,
    outcome,
    words: `${method} ${path}: ${came}`,
  };
}

function outcomeOf(reply: Reply, isRight: Attempt['isRight']): Asked['outcome'] {
  if (reply.type === 'cut') return 'cut';
  const { status, json, retryAfter } = reply;
  if (status === 503) {
    const { name } = json as { readonly name?: unknown };
    return name === 'ServiceUnavailable' && Number(retryAfter) > 0 ? 'refused' : 'wrong';
  }
  return isRight(status, json) ? 'done' : 'wrong';
}
