import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_LIMITS } from '../../packages/service/src/http/server/service-server.ts';
import { rawRequest } from '../../packages/service/test/http/raw-connection.ts';
import type { Attack } from './attack.ts';

const LARGE_FILE = '/docs/swagger-ui-bundle.js';
const METRICS_BYTES = 66 * 1024;

/** A client that pipelines more is cut off. */
const PIPELINED = SERVER_LIMITS.maxPipelined + 1;

function unread(name: string, path: string, connections: number): Attack {
  return {
    name,
    run: async (attacker, _target, { lastsMs }) => {
      const status = await attacker.send({ method: 'GET', path });
      if (status !== 200) attacker.problem(`${path} is not there to be attacked`);
      await attacker.writeUnread(connections, rawRequest('GET', path).repeat(PIPELINED));
      await delay(lastsMs);
    },
  };
}

const metricsRequests = Math.ceil(METRICS_BYTES / rawRequest('GET', '/metrics').length);

/** A stranger pipelines requests and never reads the responses. */
export const UNREAD_RESPONSES: readonly Attack[] = [
  unread('unread large files, 1 connection', LARGE_FILE, 1),
  unread('unread large files, 3 connections', LARGE_FILE, 3),
  unread('unread metrics, 40 connections', '/metrics', 40),
  {
    name: 'metrics as fast as they come, 40 connections',
    run: (attacker, _target, { lastsMs }) => {
      const bytes = rawRequest('GET', '/metrics').repeat(metricsRequests);
      return attacker.repeat(40, () => attacker.exchange(bytes, lastsMs));
    },
  },
];
