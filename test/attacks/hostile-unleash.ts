import type { ServerResponse } from 'node:http';
import { startLocalServer } from '../../tools/local-server.ts';

/** Responds to a request of a sync in a way that harms it. */
export type HostileResponse = (path: string, response: ServerResponse) => void;

/** A server that a service follows as its Unleash, until it is closed. */
export type HostileUnleash = Awaited<ReturnType<typeof startHostileUnleash>>;

const PREFIX = '/api/admin';
/** As many as the service reads at once, twice. */
const PROJECTS = Array.from({ length: 8 }, (_, n) => ({
  id: `hostile-${n}`,
  name: `Hostile ${n}`,
}));
const STRATEGIES = [
  { name: 'default', displayName: null, description: null, editable: false, parameters: [] },
];

/** Starts a server whose lists of change requests, and what they lead to, are hostile. */
export async function startHostileUnleash(respond: HostileResponse) {
  let isAttacking = false;
  let requests = 0;
  const server = await startLocalServer(({ url = '' }, response) => {
    const path = url.slice(PREFIX.length);
    if (!isAttacking) return void response.writeHead(503).end();
    response.setHeader('Content-Type', 'application/json');
    if (path === '/projects') return void response.end(JSON.stringify({ projects: PROJECTS }));
    if (path === '/strategies')
      return void response.end(JSON.stringify({ strategies: STRATEGIES }));
    if (path === '/ui-config') return void response.end('{"versionInfo":{"instanceId":"hostile"}}');
    if (path === '/user') return void response.end('{"permissions":[{"permission":"ADMIN"}]}');
    if (!path.includes('/change-requests')) return void response.writeHead(503).end();
    requests += 1;
    respond(path, response);
  });
  return {
    ...server,
    /** How many requests it attacked. */
    requests: () => requests,
    /** Begins the attack. Until then, nothing can be read. */
    attack: () => {
      isAttacking = true;
    },
  };
}
