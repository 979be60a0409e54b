import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { residentMemory } from '../faults/resident-memory.ts';
import { spawnCommand } from '../faults/spawn-command.ts';
import type { Attack } from './attack.ts';
import type { Attacker } from './attacker.ts';
import { type HostileResponse, startHostileUnleash } from './hostile-unleash.ts';

const MIB = 2 ** 20;
const CHUNK = Buffer.alloc(65_536, ' ');
/** Below the service's maximum, so that it is read to its end. */
const WHOLE_BYTES = 31_000_000;
const LOOK_EVERY_MS = 20;
const BEGINS_WITHIN_MS = 20_000;
/** A short attack would end before it takes effect. */
const LASTS_MS = 4_000;
/** More than the syncs of the attack need for 8 projects: a list twice, a count and a page each. */
const MAX_REQUESTS = 500;
const AIM_MIB = 400;

/** Sends chunks until the connection is closed. */
function send(response: ServerResponse, chunks: Iterable<Buffer | string>): void {
  pipeline(Readable.from(chunks), response).catch(() => {});
}

const endless: HostileResponse = (_path, response) => {
  function* spaces(): Generator<Buffer | string> {
    yield '[';
    for (;;) yield CHUNK;
  }
  send(response, spaces());
};

/** 256 MiB in 256 KiB. */
const bomb: HostileResponse = (() => {
  const gzipped = gzipSync(Buffer.alloc(256 * MIB, ' '));
  return (_path: string, response: ServerResponse) => {
    response.setHeader('Content-Encoding', 'gzip').end(gzipped);
  };
})();

/** A list of one element as often as it fits. */
const filled = (element: object, bytes: number): HostileResponse => {
  const json = JSON.stringify(element);
  const some = Buffer.from(`${json},`.repeat(Math.ceil(CHUNK.length / json.length)));
  function* chunks(): Generator<Buffer | string> {
    yield '[';
    for (let sent = 0; sent < bytes; sent += some.length) yield some;
    yield `${json}]`;
  }
  return (_path, response) => send(response, chunks());
};

const ENDED = { id: 1, project: 'hostile-0', environment: 'production', state: 'Applied' };
const deep = { features: Array.from({ length: 1_000 }, () => ({ name: 1, changes: [{}] })) };

/** A full list of ended change requests, and a search whose pages never end. */
const pages: HostileResponse = (path, response) => {
  if (path.startsWith('/search')) {
    const found = { id: 1, project: 'elsewhere', state: 'Scheduled' };
    response.end(JSON.stringify({ total: 1e9, changeRequests: [found] }));
  } else if (path.endsWith('/count')) {
    response.end(JSON.stringify({ scheduled: 1e6 }));
  } else {
    const [, , project = ''] = path.split('/');
    response.end(JSON.stringify(Array.from({ length: 300 }, () => ({ ...ENDED, project }))));
  }
};

/** Waits until the attack has begun, and then as long as it lasts. */
const attack = (name: string, hostile: HostileResponse): Attack => ({
  name: `an Unleash with ${name}`,
  upstream: hostile,
  run: async (attacker, { upstream }, { lastsMs }) => {
    if (upstream === undefined) throw new Error('the service follows nothing');
    upstream.attack();
    const end = performance.now() + BEGINS_WITHIN_MS;
    while (upstream.requests() === 0 && performance.now() < end) await delay(LOOK_EVERY_MS);
    await delay(Math.max(lastsMs, LASTS_MS));
    const requests = upstream.requests();
    attacker.count('requests', requests);
    if (requests === 0) attacker.problem('nothing was read from the upstream');
    if (requests > MAX_REQUESTS) attacker.problem(`${requests} requests to the upstream`);
  },
});

/** Lets `forewarn mcp` ask a hostile server, and measures the memory that it takes. */
async function asking(attacker: Attacker, respond: HostileResponse, lastsMs: number) {
  const server = await startHostileUnleash(respond);
  server.attack();
  const child = spawnCommand(['mcp'], { FOREWARN_URL: server.url, FOREWARN_API_KEY: 'key' });
  child.stderr.resume();
  const say = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const clientInfo = { name: 'attack', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  say({ id: 1, method: 'initialize', params });
  await once(child.stdout, 'data');
  const args = { project: 'shop', feature: ['a'] };
  const call = { name: 'find_scheduled_changes', arguments: args };
  say({ id: 2, method: 'tools/call', params: call });
  const answered = once(child.stdout, 'data');
  await Promise.race([answered, delay(Math.max(lastsMs, LASTS_MS), undefined, { ref: false })]);
  const mib = Math.round(residentMemory(child.pid ?? 0).peakBytes / MIB);
  child.kill('SIGKILL');
  await server.close();
  attacker.count('MiB', mib);
  if (mib > AIM_MIB) attacker.problem(`the command takes ${mib} MiB`);
}

/** What a service follows, or a command asks, and responds with more than they can hold. */
export const LARGE_UPSTREAMS: readonly Attack[] = [
  attack('endless bodies', endless),
  attack('gzip bombs', bomb),
  attack('126 MB of JSON', filled(ENDED, 126_000_000)),
  attack('31 MB of ended change requests', filled(ENDED, WHOLE_BYTES)),
  attack('31 MB of wrong change requests', filled(deep, WHOLE_BYTES)),
  attack('pages that never end', pages),
  {
    name: 'forewarn mcp and an endless body',
    run: (attacker, _target, { lastsMs }) => asking(attacker, endless, lastsMs),
  },
];
