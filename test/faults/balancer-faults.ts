import { once } from 'node:events';
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { startService } from '../../packages/service/test/http/running-service.ts';
import {
  fakeChangeRequest,
  fakeFeature,
  fakeStrategy,
  type FakeUnleash,
  startFakeUnleash,
} from '../../packages/unleash/test/fake-unleash.ts';
import { startLocalServer } from '../../tools/local-server.ts';
import { askNode, hangUp, KEY, type Question, type Reply } from './ask-node.ts';
import { scheduledPath, strategyPath } from './attempts.ts';
import { notLeftBehind, temporaryDatabase } from './left-behind.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';

const PROJECTS = ['shop', 'office'];
/** More than the maximum that Unleash lists. */
const FORMER = 305;
/** Long enough for a sync of the whole Unleash. */
const HOSTILE_MS = 4_000;
const TOLD = 10;
const RECOVER_WITHIN_MS = 15_000;

/** A node that follows an Unleash through a balancer. */
interface Followed {
  readonly unleash: FakeUnleash;
  readonly balancer: HostileBalancer;
  readonly url: string;
}

/** A load balancer between a node and its Unleash that responds instead of Unleash. */
export const BALANCER_FAULTS: readonly OwnRounds[] = [{ name: 'hostile balancer', run: disturb }];

async function disturb(rounds: number, seed: number): Promise<Outcome> {
  const random = randomOf(seed).of('hostile balancer');
  const { databaseUrl, remove } = temporaryDatabase();
  const unleash = await startFakeUnleash({
    projects: PROJECTS.map((id) => ({ id, name: id })),
    changeRequests: Array.from({ length: FORMER }, (_, n) =>
      fakeChangeRequest(n + 1, { project: 'office', state: n === 0 ? 'Scheduled' : 'Applied' }),
    ),
  });
  const balancer = await startHostileBalancer(unleash.url, random);
  const service = await startService({
    DATABASE_URL: databaseUrl,
    INIT_ADMIN_API_TOKENS: KEY,
    UNLEASH_URL: balancer.url,
    UNLEASH_API_KEY: unleash.key,
    SYNC_INTERVAL: '2s',
  });
  const kill = notLeftBehind(() => service.process.kill('SIGKILL'));
  const trial = new BalancerTrial({ unleash, balancer, url: service.url }, random);
  for (let round = 1; round <= rounds; round += 1) await trial.round(round);
  hangUp();
  kill();
  await balancer.close();
  await unleash.close();
  remove();
  return trial.outcome(rounds);
}

class BalancerTrial {
  readonly #followed: Followed;
  readonly #random: Random;
  readonly #wrong: string[] = [];
  readonly #seen = { requests: 0, acknowledged: 0, slowestMs: 0, recoveredMs: 0 };

  constructor(followed: Followed, random: Random) {
    this.#followed = followed;
    this.#random = random;
  }

  async round(round: number): Promise<void> {
    const { balancer } = this.#followed;
    const names = { kept: `kept-${round}`, deleted: `deleted-${round}` };
    this.#add(round * 1_000);
    this.#followed.unleash.state.strategies.push(...Object.values(names).map(fakeStrategy));
    await this.#untilSynced();
    balancer.isHostile = true;
    const end = performance.now() + HOSTILE_MS;
    for (let step = 1; performance.now() < end; step += 1) {
      await this.#syncAfterChange(round * 1_000 + step);
      if (step % 3 === 0) await this.#delete(names.deleted);
      await this.#look(`round ${round}`);
    }
    balancer.isHostile = false;
    const begun = performance.now();
    await this.#untilSynced();
    const recoveredMs = Math.round(performance.now() - begun);
    this.#seen.recoveredMs = Math.max(this.#seen.recoveredMs, recoveredMs);
    for (const id of this.#scheduledIds()) {
      if (!(await this.#finds(id))) this.#wrong.push(`${id} is missing after round ${round}`);
    }
  }

  outcome(rounds: number): Outcome {
    for (const words of this.#wrong.slice(0, TOLD)) console.error(`hostile balancer: ${words}`);
    const refused = this.#followed.balancer.responded;
    return { ...NO_OUTCOME, ...this.#seen, rounds, refused, wrong: this.#wrong };
  }

  /** Schedules a change request in Unleash that its list abbreviates. */
  #add(id: number): void {
    const features = [fakeFeature(`feature-${id}`, { action: 'archiveFeature' })];
    this.#followed.unleash.state.changeRequests?.push(fakeChangeRequest(id, { features }));
  }

  #scheduledIds(): readonly number[] {
    const { changeRequests = [] } = this.#followed.unleash.state;
    return changeRequests.filter(({ project }) => project === 'shop').map(({ id }) => id);
  }

  /** A sync that succeeds has copied what was there when it began. */
  async #syncAfterChange(id: number): Promise<void> {
    if (this.#random.between(1, 3) === 1) this.#add(id);
    const known = this.#scheduledIds();
    const project = this.#random.pick(PROJECTS) ?? '';
    const synced = await this.#ask({ method: 'POST', path: `/api/admin/sync/${project}` });
    if (statusOf(synced) !== 200 || project !== 'shop') return;
    this.#seen.acknowledged += 1;
    for (const each of known) {
      if (!(await this.#finds(each))) this.#wrong.push(`${each} is missing after its sync`);
    }
  }

  async #delete(name: string): Promise<void> {
    const deleted = await this.#ask({ method: 'DELETE', path: strategyPath(name) });
    const isThere = this.#followed.unleash.state.strategies.some((each) => each.name === name);
    if (statusOf(deleted) !== 200) return;
    this.#seen.acknowledged += 1;
    if (isThere) this.#wrong.push(`${name} was reported as deleted, but Unleash has it`);
  }

  /** What Unleash has, the node must have, if it ever had it. */
  async #look(place: string): Promise<void> {
    const { state } = this.#followed.unleash;
    const first = this.#scheduledIds().find((id) => id % 1_000 === 0);
    if (first !== undefined && !(await this.#finds(first)))
      this.#wrong.push(`${place}: nothing is scheduled`);
    const strategies = namesIn(await this.#ask({ method: 'GET', path: '/api/admin/strategies' }));
    const projects = namesIn(await this.#ask({ method: 'GET', path: '/api/admin/projects' }));
    const missing = [
      ...state.strategies.map(({ name }) => name).filter((name) => !strategies.has(name)),
      ...PROJECTS.filter((id) => !projects.has(id)),
    ];
    for (const name of missing) this.#wrong.push(`${place}: ${name} is gone, but Unleash has it`);
  }

  async #finds(id: number): Promise<boolean> {
    const path = `${scheduledPath('shop')}?feature=feature-${id}`;
    const reply = await this.#ask({ method: 'GET', path });
    return reply.type === 'response' && JSON.stringify(reply.json).includes(`"id":${id},`);
  }

  /** Waits until a sync has copied the whole Unleash. */
  async #untilSynced(): Promise<void> {
    const end = performance.now() + RECOVER_WITHIN_MS;
    const { strategies } = this.#followed.unleash.state;
    for (;;) {
      const listed = namesIn(await this.#ask({ method: 'GET', path: '/api/admin/strategies' }));
      const synced = await this.#ask({ method: 'POST', path: '/api/admin/sync/shop' });
      const isWhole = strategies.every(({ name }) => listed.has(name));
      if (isWhole && statusOf(synced) === 200) return;
      if (performance.now() > end) {
        this.#wrong.push(`not synced: ${JSON.stringify(synced)}`);
        return;
      }
    }
  }

  async #ask(question: Question): Promise<Reply> {
    const begun = performance.now();
    const reply = await askNode(this.#followed.url, question);
    this.#seen.requests += 1;
    this.#seen.slowestMs = Math.max(this.#seen.slowestMs, performance.now() - begun);
    return reply;
  }
}

const statusOf = (reply: Reply): number => (reply.type === 'response' ? reply.status : 0);

/** The ids and names in a list of projects or strategy definitions. */
function namesIn(reply: Reply): ReadonlySet<unknown> {
  const lists = reply.type === 'response' ? Object(reply.json) : {};
  const elements = Object.values(lists as Record<string, unknown>)
    .filter(Array.isArray)
    .flat() as { readonly id?: unknown; readonly name?: unknown }[];
  return new Set(elements.flatMap(({ id, name }) => [id, name]));
}

/** A load balancer in front of Unleash, until it is closed. */
type HostileBalancer = Awaited<ReturnType<typeof startHostileBalancer>>;

interface Foreign {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const FOREIGN: readonly Foreign[] = [
  { status: 404, type: 'text/html', body: '<html><h1>404 Not Found</h1></html>' },
  { status: 404, type: 'text/plain', body: 'default backend - 404' },
  { status: 404, type: JSON_TYPE, body: '{"message":"no Route matched with those values"}' },
  { status: 404, type: JSON_TYPE, body: '{"statusCode":404,"error":"Not Found"}' },
  { status: 404, type: JSON_TYPE, body: '{"name":"NotFoundError"}' },
  { status: 404, type: JSON_TYPE, body: '' },
  { status: 200, type: JSON_TYPE, body: '{"error":"upstream connect error"}' },
  { status: 200, type: 'text/html', body: '<title>Sign in</title>' },
];
/** The empty success of a delete that did not happen. */
const DONE: Foreign = { status: 200, type: 'text/plain', body: '' };
const UI_CONFIG = '/api/admin/ui-config';
const LISTS: ReadonlySet<string> = new Set(['/api/admin/projects', '/api/admin/strategies']);

/** Starts a balancer in front of an Unleash. It always lets its configuration pass, so that syncs begin. */
async function startHostileBalancer(unleashUrl: string, random: Random) {
  const state = {
    /** Whether it responds to some requests itself, without asking Unleash. */
    isHostile: false,
    /** How many requests it responded to itself. */
    responded: 0,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request;
    const isList = LISTS.has(url);
    const isLeftAlone = !state.isHostile || url === UI_CONFIG || random.between(1, 4) > 1;
    if (!isLeftAlone && !isList) {
      state.responded += 1;
      const foreign = random.pick(method === 'DELETE' ? [...FOREIGN, DONE] : FOREIGN) ?? DONE;
      response.writeHead(foreign.status, { 'Content-Type': foreign.type }).end(foreign.body);
      return;
    }
    const headers = { ...request.headers, ...(isList ? { 'if-none-match': '' } : {}) };
    const sent = send(`${unleashUrl}${url}`, { method, headers, agent: false });
    request.pipe(sent);
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    if (isList && !isLeftAlone) {
      state.responded += 1;
      response.setHeader('Content-Type', JSON_TYPE).end(shortened(await json(received)));
      return;
    }
    await pipeline(received, response.writeHead(received.statusCode ?? 502, received.headers));
  };
  const server = await startLocalServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  return Object.assign(state, server);
}

/** Returns a list of Unleash with its first element only. */
const shortened = (list: unknown): string =>
  JSON.stringify(list, (_key, value: unknown) =>
    Array.isArray(value) ? value.slice(0, 1) : value,
  );
