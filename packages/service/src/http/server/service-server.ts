import { once } from 'node:events';
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setInterval as everyMs } from 'node:timers/promises';
import type { AdminError, ErrorReport } from '@forewarn/http-koa';
import type { Lifecycle } from '../lifecycle.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { Connection } from './connection.ts';
import {
  badData,
  errorOfParser,
  errorOfRequest,
  type ParserError,
  refusal,
  respondWith,
} from './refusal.ts';
import { SERVER_LIMITS, type ServerLimits } from './server-limits.ts';

/** How long a graceful shutdown may take. */
export interface StopLimits {
  /** How long new and existing connections are still served. */
  readonly serveMs: number;
  /** When requests still in progress are cut off. */
  readonly cutOffMs: number;
}

/** A server with limits and a graceful shutdown. */
export interface ServiceServer {
  readonly server: Server;
  /** Tells each client that its connection ends, closes the server, and returns how many connections it cut off. */
  readonly stop: (limits: StopLimits) => Promise<number>;
}

/** The settings of a server. */
export interface ServiceServerOptions {
  readonly lifecycle: Lifecycle;
  /** Called for each request that was refused before the app saw it. */
  readonly report: (report: ErrorReport) => void;
  readonly limits?: ServerLimits;
}

const SWEEP_MS = 1_000;
const SECURITY = new Map(Object.entries(SECURITY_HEADERS));

/**
 * Makes a server that bounds what each client can take of it, and refuses malformed requests in the shape of every other
 * error. Every response has the security headers.
 */
export function createServiceServer(
  app: RequestListener,
  { lifecycle, report, limits = SERVER_LIMITS }: ServiceServerOptions,
): ServiceServer {
  const connections = new Map<Socket, Connection>();

  class Response extends ServerResponse {
    // The header is the last chance to tell the client. Pipelined requests that wait behind it are still served.
    override writeHead(...args: readonly unknown[]): this {
      const isLast = connections.get(this.req.socket)?.hasWaiting !== true;
      if (lifecycle.isStopping && isLast && !this.headersSent)
        this.setHeader('Connection', 'close');
      return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
    }
  }

  const serve: RequestListener = (request, response) => {
    response.setHeaders(SECURITY);
    // Node stops reading a connection after an ignored upgrade.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const error = errorOfRequest(request, limits);
    if (error === undefined) app(request, response);
    else respondWith(refusal(error, report), response);
  };

  const server = createServer({
    ServerResponse: Response,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headerTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(limits.headerTimeoutMs, SWEEP_MS),
    // Node would refuse the request without a body.
    requireHostHeader: false,
  });
  // By default Node silently drops header fields after the 2,000th, such as an If-Match.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, serve, limits.maxPipelined));
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => connections.get(socket)?.receive(response));
  // An unknown expectation may be ignored (RFC 9110). Node would refuse it without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  const refuse = (socket: Socket, error: AdminError): void =>
    connections.get(socket)?.refuse(() => refusal(error, report));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, errorOfParser(error, limits));
  });
  // Node would close the connection without a response.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {}).resume();
    refuse(socket, badData('the method', 'another than CONNECT'));
  });

  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const each of connections.values()) each.destroyIfUnread(limits.responseTimeoutMs, now);
    },
    Math.min(limits.responseTimeoutMs, SWEEP_MS),
  ).unref();
  server.once('close', () => clearInterval(sweep));

  return { server, stop: (stopLimits) => stop(server, connections, lifecycle, stopLimits) };
}

const LOOK_EVERY_MS = 20;
const LOOKS = 3;
/** Maximum time to accept the connections that wait, in milliseconds. */
const MAX_ACCEPTING_MS = 2_000;

/**
 * A client may send a request at the moment its connection is closed. So no connection is closed before its client got
 * `Connection: close`, or was silent for `serveMs`: also one that was accepted last.
 */
async function stop(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  lifecycle: Lifecycle,
  { serveMs, cutOffMs }: StopLimits,
): Promise<number> {
  lifecycle.isStopping = true;
  const begun = performance.now();
  let looks = 0;
  for await (const _ of everyMs(LOOK_EVERY_MS)) {
    looks = connections.size === 0 ? looks + 1 : 0;
    if (looks === LOOKS || performance.now() - begun >= serveMs) break;
  }
  await acceptWaiting(server, performance.now() + MAX_ACCEPTING_MS);
  const closed = once(server, 'close');
  // That of `node:http` would also close connections between two requests.
  NetServer.prototype.close.call(server);
  const closeQuiet = (): void => {
    const now = performance.now();
    for (const connection of connections.values()) connection.closeIfQuiet(serveMs, now);
  };
  closeQuiet();
  const look = setInterval(closeQuiet, LOOK_EVERY_MS);
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
  while (connections.size > 0) await setImmediate();
  await setImmediate();
  return cutOff;
}

/**
 * Accepts the connections that wait in the system's queue, which would reset them. Node accepts one in each turn of the event
 * loop, so the first turn without one ends it.
 */
async function acceptWaiting(server: Server, end: number): Promise<void> {
  let accepted = true;
  const onConnection = (): void => {
    accepted = true;
  };
  server.on('connection', onConnection);
  while (accepted && performance.now() < end) {
    accepted = false;
    await setImmediate();
  }
  server.off('connection', onConnection);
}
