import { once } from 'node:events';
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { startLocalServer } from '../../tools/local-server.ts';
import type { Random } from './random.ts';

/** A load balancer in front of Unleash, until it is closed. */
export type HostileBalancer = Awaited<ReturnType<typeof startHostileBalancer>>;

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
export async function startHostileBalancer(unleashUrl: string, random: Random) {
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
