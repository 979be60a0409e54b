import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as afterPolling, setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** How long a graceful shutdown may take. */
export interface StopLimits {
  /** How long new and existing connections are still served. */
  readonly serveMs: number;
  /** When requests still in progress are cut off. */
  readonly cutOffMs: number;
}

export interface Stopping {
  readonly server: Server;
  readonly connections: ReadonlyMap<Socket, Connection>;
  readonly accepting: Accepting;
}

const LOOK_EVERY_MS = 20;
const LOOKS = 3;
/** How often the service looks whether a connection was accepted, before it closes the listener. */
const ACCEPT_LOOK_MS = 5;
const ACCEPT_LOOKS = 5;
/** Maximum time that requests are held: a request then still has its deadline before the cut-off. */
const MAX_HELD_MS = 400;

/** How a server accepts connections. */
export interface Accepting {
  /** How many it has accepted. */
  count: number;
  /** Whether the requests of those that it accepts now are held: the listener is about to close. */
  isHolding: boolean;
}

/**
 * Tells each client that its connection ends, closes the server, and returns how many connections it cut off. A client may
 * send a request at the moment its connection is closed. So no connection is closed before its client got
 * `Connection: close`, or sent nothing for `serveMs`: also one that was accepted last.
 */
export async function stopServer(
  { server, connections, accepting }: Stopping,
  { serveMs, cutOffMs }: StopLimits,
): Promise<number> {
  const begun = performance.now();
  for (let looks = 0; looks < LOOKS && performance.now() - begun < serveMs;) {
    await delay(LOOK_EVERY_MS);
    looks = connections.size === 0 ? looks + 1 : 0;
  }
  const closed = once(server, 'close');
  await closeListener(server, accepting);
  for (const connection of connections.values()) connection.release();
  const closeQuiet = (): void => {
    const now = performance.now();
    for (const connection of connections.values()) connection.closeIfQuiet(serveMs, now);
  };
  closeQuiet();
  // After polling: a request that has arrived, and was not read because the service was busy, is no silence.
  const look = setInterval(() => setImmediate(closeQuiet), LOOK_EVERY_MS);
  let cutOff = 0;
  const timer = setTimeout(
    () => {
      cutOff = connections.size;
      server.closeAllConnections();
    },
    cutOffMs - (performance.now() - begun),
  );
  await closed;
  clearInterval(look);
  clearTimeout(timer);
  // The server closes before its connections, whose requests are logged when they close.
  while (connections.size > 0) await afterPolling();
  await afterPolling();
  return cutOff;
}

/**
 * Closes the listener when no connection waits in the system's queue, which would reset it. Clients that open a connection
 * for each request wait for their responses meanwhile, so that no more of them come. Only a connection that arrives between
 * the last look and the close, some microseconds later, is reset.
 */
async function closeListener(server: Server, accepting: Accepting): Promise<void> {
  accepting.isHolding = true;
  const end = performance.now() + MAX_HELD_MS;
  for (let looks = 0; looks < ACCEPT_LOOKS;) {
    const { count } = accepting;
    if (performance.now() < end) await delay(ACCEPT_LOOK_MS);
    else looks = ACCEPT_LOOKS - 1;
    // Node accepts one connection at each polling, so the first polling without one ends the queue.
    await afterPolling();
    looks = accepting.count === count ? looks + 1 : 0;
    if (performance.now() >= end + MAX_HELD_MS) break;
  }
  // That of `node:http` would also close connections between two requests.
  NetServer.prototype.close.call(server);
}
