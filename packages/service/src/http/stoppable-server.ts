import { once } from 'node:events';
import { type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setInterval } from 'node:timers/promises';
import type { Lifecycle } from './lifecycle.ts';
import type { Answer, ResponseClass } from './limited-server.ts';

/** How long the end of a server may take. */
export interface StopLimits {
  /** So long it still serves whoever is connected, or connects. */
  readonly serveMs: number;
  /** After so long it cuts off whoever is still not answered. */
  readonly cutOffMs: number;
}

/** A server that ends without breaking off what it has accepted. */
export interface StoppableServer {
  readonly server: Server;
  /** Serves those who are connected, tells each that the connection ends, and ends. Answers how many were cut off. */
  stop(limits: StopLimits): Promise<number>;
}

const LOOK_EVERY_MS = 20;
const LOOKS = 3;

/**
 * Makes a server that can end in the middle of its work. A client may send a request at the very moment at which its
 * connection is closed; so no connection is closed before its client was told, or was silent for a while.
 *
 * @param create makes the server, whose responses have to be of the class given
 */
export function stoppableServer(
  answer: Answer,
  lifecycle: Lifecycle,
  create: (answer: Answer, Response: ResponseClass) => Server,
): StoppableServer {
  const sockets = new Set<Socket>();
  const newest = new WeakMap<Socket, ServerResponse>();
  const ending = new WeakSet<Socket>();

  // The header is the last moment to tell. Behind this answer others may wait for which the client has asked already.
  class Response extends ServerResponse {
    override writeHead(...args: readonly unknown[]): this {
      const { socket } = this.req;
      if (lifecycle.isStopping && newest.get(socket) === this && !this.headersSent) {
        this.setHeader('Connection', 'close');
        ending.add(socket);
      }
      return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
    }
  }

  const server = create(async (request, response) => {
    // Who was told that the connection ends knows that what came later was not done.
    if (ending.has(request.socket)) return new Promise(() => {});
    newest.set(request.socket, response);
    return answer(request, response);
  }, Response);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const isWaiting = (socket: Socket): boolean => newest.get(socket)?.writableFinished === false;
  return {
    server,
    stop: async ({ serveMs, cutOffMs }) => {
      lifecycle.isStopping = true;
      const begun = performance.now();
      await untilDeserted(sockets, serveMs);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) if (!isWaiting(socket)) socket.destroySoon();
      let cutOff = 0;
      const timer = setTimeout(
        () => {
          cutOff = sockets.size;
          server.closeAllConnections();
        },
        cutOffMs - (performance.now() - begun),
      );
      await closed;
      clearTimeout(timer);
      // The server is closed before its connections are, of which the log has yet to hear.
      while (sockets.size > 0) await setImmediate();
      await setImmediate();
      return cutOff;
    },
  };
}

/** Waits until nobody has been connected for a moment. */
async function untilDeserted(sockets: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  let looks = 0;
  for await (const _ of setInterval(LOOK_EVERY_MS)) {
    looks = sockets.size === 0 ? looks + 1 : 0;
    if (looks === LOOKS || performance.now() >= until) return;
  }
}
