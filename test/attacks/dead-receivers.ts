import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { askNode, KEY } from '../faults/ask-node.ts';
import { scheduledPath } from '../faults/attempts.ts';
import { type Attack, onBoth } from './attack.ts';
import { ATTACKED, type Target } from './target.ts';

const WEBHOOKS = '/api/admin/webhooks';
const TOLD_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 100;
const DAY_MS = 86_400_000;
const FIRST_ID = 5_000;

interface Receivers {
  /** Accepts connections, and never responds. */
  readonly dead: string;
  readonly alive: string;
  /** How many messages the one that is alive got. */
  readonly received: () => number;
}

/** Starts the receivers, which keep no process running. */
async function startReceivers(): Promise<Receivers> {
  let received = 0;
  const dead = createServer((socket) => socket.on('error', () => {}).unref());
  const alive = createWebServer((request, response) => {
    received += 1;
    request.resume();
    response.end();
  });
  const [deadUrl = '', aliveUrl = ''] = await Promise.all(
    [dead, alive].map(async (server) => {
      server.listen(0, '127.0.0.1').unref();
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    }),
  );
  return { dead: deadUrl, alive: aliveUrl, received: () => received };
}

/** Stores this many messages that wait for a webhook, past the service. */
async function fillOutbox({ world }: Target, webhook: string, count: number): Promise<void> {
  const statement = `
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})
    insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
    select 'filled-' || i, '${webhook}', 'forecast ' || i,
      '{"kind":"summary","reason":"burst","counts":{},"first":[]}', 'pending', 0, 0, 0
    from numbers`;
  if (world.kind === 'SQLite') {
    const file = new DatabaseSync(world.path);
    file.exec(statement);
    file.close();
    return;
  }
  const client = new pg.Client(world.directUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function addWebhook({ url }: Target, receiver: string): Promise<string> {
  const reply = await askNode(url, { method: 'POST', path: WEBHOOKS, body: { url: receiver } });
  if (reply.type === 'cut' || reply.status !== 201) {
    throw new Error(`no webhook: ${JSON.stringify(reply)}`);
  }
  return (reply.json as { readonly id: string }).id;
}

const scheduling = (id: number, action: string) => ({
  id,
  project: ATTACKED,
  environment: 'production',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: new Date(Date.now() + id * DAY_MS).toISOString() },
  features: [{ name: 'told', changes: [{ action, payload: { enabled: true } }] }],
  segments: [],
});

/** Messages that wait for a receiver that is dead, and must delay neither others' messages nor their writes. */
export const DEAD_RECEIVERS: readonly Attack[] = onBoth(() => {
  let receivers: Promise<Receivers> | undefined;
  return [
    {
      name: 'backlog of a dead receiver',
      env: { WEBHOOK_ALLOW: '127.0.0.1' },
      others: { write: true, ready: true },
      prepare: async (target, size) => {
        const { dead, alive } = await (receivers = startReceivers());
        await fillOutbox(target, await addWebhook(target, dead), size.pick(5_000, 200_000));
        await addWebhook(target, alive);
      },
      run: async (attacker, _target, { lastsMs }) => {
        const lasting = delay(lastsMs);
        const path = scheduledPath(ATTACKED);
        for (const [nth, action] of ['archiveFeature', 'updateEnabled'].entries()) {
          const body = scheduling(FIRST_ID + nth, action);
          await attacker.send({ method: 'PUT', path: `${path}/${body.id}`, key: KEY, body });
        }
        const { received } = (await receivers) ?? { received: () => 0 };
        const giveUpAt = performance.now() + TOLD_WITHIN_MS;
        while (received() === 0 && performance.now() < giveUpAt) await delay(LOOK_AGAIN_MS);
        if (received() === 0) attacker.problem('another receiver got no message');
        await lasting;
      },
    },
  ];
});
