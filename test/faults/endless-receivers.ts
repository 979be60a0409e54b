import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { askNode, type Question } from './ask-node.ts';
import { scheduledPath } from './attempts.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';
import { openPostgresWorld, openSqliteWorld, type World } from './world.ts';

const PROJECT = 'shop';
const DAY_MS = 86_400_000;
const TOLD_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const CHUNKED = '200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Responses that accept a message and do not end as they should. */
const RESPONSES: readonly string[] = [
  `${CHUNKED}5\r\nhello\r\n`,
  `${CHUNKED}zz\r\n`,
  '200 OK\r\nContent-Length: 100\r\n\r\nhello',
  '204 No Content\r\n\r\nhello',
  '103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\nhello',
  `${CHUNKED}${'ffff\r\n'.padEnd(0xffff, 'x')}`,
];

const options = { count: 1, env: { WEBHOOK_ALLOW: '127.0.0.1' } };

/** A receiver whose responses do not end. Each message must arrive once, and count as delivered. */
export const ENDLESS_RECEIVERS: readonly OwnRounds[] = [
  {
    name: 'endless responses of a receiver',
    run: async (rounds) => outcomeOf(await openPostgresWorld(options), rounds),
  },
  {
    name: 'endless responses of a receiver, SQLite',
    run: async (rounds) => outcomeOf(await openSqliteWorld(options), rounds),
  },
];

async function outcomeOf(world: World, rounds: number): Promise<Outcome> {
  const receiver = await startEndlessReceiver();
  const ask = (question: Question): Promise<unknown> => done(world, question);
  await ask({ method: 'POST', path: '/api/admin/projects', body: { id: PROJECT, name: 'Shop' } });
  const body = { url: receiver.url };
  const { id } = (await ask({ method: 'POST', path: '/api/admin/webhooks', body })) as {
    id: string;
  };
  const path = `/api/admin/webhooks/${id}/deliveries`;
  let deliveries: readonly Delivered[] = [];
  const expected = rounds * RESPONSES.length;
  for (let nth = 1; nth <= expected; nth += 1) {
    await ask(scheduling(2 * nth - 1, nth, 'archiveFeature'));
    await ask(scheduling(2 * nth, nth, 'updateEnabled'));
    const giveUpAt = performance.now() + TOLD_WITHIN_MS;
    do {
      await delay(LOOK_AGAIN_MS);
      ({ deliveries } = (await ask({ method: 'GET', path })) as {
        deliveries: readonly Delivered[];
      });
    } while (
      deliveries.filter(({ attempts, state }) => attempts > 0 && state !== 'pending').length <
        nth &&
      performance.now() < giveUpAt
    );
  }
  receiver.stop();
  await world.remove();
  const { received } = receiver;
  const wrong = deliveries
    .filter(({ state, attempts }) => state !== 'delivered' || attempts !== 1)
    .map((each) => `${each.type}: ${each.state} after ${each.attempts} attempts: ${each.error}`);
  const repeated = received.length - new Set(received).size;
  return {
    ...NO_OUTCOME,
    rounds,
    requests: 2 * expected,
    acknowledged: 2 * expected,
    lost: received.length < expected ? [`received ${received.length} of ${expected}`] : [],
    wrong: repeated > 0 ? [...wrong, `${repeated} messages again`] : wrong,
  };
}

interface Delivered {
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly error?: string;
}

/** Starts a receiver of which each response is the next of {@link RESPONSES}. */
async function startEndlessReceiver() {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let request = '';
    socket.on('data', (bytes) => {
      request += String(bytes);
      const { id = '' } = /\r\nwebhook-id: (?<id>\S+)/i.exec(request)?.groups ?? {};
      if (id === '' || !request.endsWith('}')) return;
      request = '';
      const response = RESPONSES[received.length % RESPONSES.length] ?? '';
      received.push(id);
      socket.write(`HTTP/1.1 ${response}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: received as readonly string[],
    stop: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const scheduling = (id: number, feature: number, action: string): Question => ({
  method: 'PUT',
  path: `${scheduledPath(PROJECT)}/${id}`,
  body: {
    id,
    project: PROJECT,
    environment: 'production',
    state: 'Scheduled',
    schedule: {
      status: 'pending',
      scheduledAt: new Date(Date.now() + id * DAY_MS).toISOString(),
    },
    features: [{ name: `feature-${feature}`, changes: [{ action, payload: { enabled: true } }] }],
    segments: [],
  },
});

async function done({ nodes }: World, question: Question): Promise<unknown> {
  const reply = await askNode(nodes[0]?.url ?? '', question);
  if (reply.type === 'cut' || reply.status >= 300) {
    throw new Error(`${question.method} ${question.path}: ${JSON.stringify(reply)}`);
  }
  return reply.json;
}
