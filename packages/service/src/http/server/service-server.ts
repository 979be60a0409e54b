import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { badData } from '@forewarn/record';
import type { AdminError } from '@forewarn/http';
import { KEEP_ALIVE_MS } from '../../service-settings.ts';
import { chunkLimit } from './chunk-limit.ts';
import { Connection } from './connection.ts';
import { fewPerTurn } from './few-per-turn.ts';
import {
  errorOfParser,
  type ParserError,
  refusal,
  type ReportRefusal,
  respondWith,
  SECURITY_HEADERS,
} from './refusal.ts';
import { type Accepting, type StopLimits, stopServer } from './stop-server.ts';

/** The state of a graceful shutdown, shared by the parts of the service. */
export interface Lifecycle {
  /** Whether the service was told to stop. It still serves requests, but balancers should send no more. */
  isStopping: boolean;
}

/** Limits on one client, in bytes and milliseconds. */
export const SERVER_LIMITS = {
  /** Maximum length of the path and the query. */
  maxTargetBytes: 16_384,
  /** Maximum length of the request line and the header together. */
  maxHeaderBytes: 32_768,
  /** From the first byte of a request to the end of its header. */
  headerTimeoutMs: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: 20_000,
  /** From the start of a response to the client reading its last byte. */
  responseTimeoutMs: 30_000,
  /** Between two requests on one connection. */
  keepAliveTimeoutMs: KEEP_ALIVE_MS,
  maxConnections: 5_000,
  /** Maximum pipelined requests that wait on one connection. */
  maxPipelined: 32,
  /** Maximum small chunks of a body. */
  maxSmallChunks: 1_024,
  /** Maximum requests without a key that begin in one turn of the event loop, so that others have theirs. */
  maxStrangersPerTurn: 32,
};

export type ServerLimits = Readonly<typeof SERVER_LIMITS>;

/** A server with limits and a graceful shutdown. */
export interface ServiceServer {
  readonly server: Server;
  /** Serves a request of another server, without the limits of this one on connections. */
  readonly listener: RequestListener;
  /** Tells each client that its connection ends, closes the server, and returns how many connections it cut off. */
  readonly stop: (limits: StopLimits) => Promise<number>;
}

export interface ServiceServerOptions {
  readonly lifecycle: Lifecycle;
  /** Called for each request that was refused before the app saw it. */
  readonly report: ReportRefusal;
  readonly limits?: ServerLimits;
}

const SWEEP_MS = 1_000;
const SECURITY = new Map(Object.entries(SECURITY_HEADERS));

/**
 * Makes a server that bounds what each client can take of it, and refuses malformed requests in the shape of every other
 * error. Every response has the security headers.
 */
export function createServiceServer(
  app: (request: IncomingMessage, response: ServerResponse) => unknown,
  { lifecycle, report, limits = SERVER_LIMITS }: ServiceServerOptions,
): ServiceServer {
  const connections = new Map<Socket, Connection>();
  const accepting: Accepting = { count: 0, isHolding: false };

  class Response extends ServerResponse {
    // The header is the last chance to tell the client. Pipelined requests that wait behind it are still served.
    override writeHead(...args: readonly unknown[]): this {
      if (
        lifecycle.isStopping &&
        !this.headersSent &&
        connections.get(this.req.socket)?.hasWaiting !== true
      )
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
    else respondWith(refusal(error, report, request.headers['x-request-id']), response);
  };

  const beginStranger = fewPerTurn(limits.maxStrangersPerTurn);
  const serveFairly: RequestListener = (request, response) => {
    // The client may have left by its turn: then nothing would end its request.
    if (request.headers.authorization !== undefined) serve(request, response);
    else beginStranger(() => response.closed || serve(request, response));
  };

  const refuse = (socket: Socket, error: AdminError): void =>
    connections.get(socket)?.refuse((requestId) => refusal(error, report, requestId));

  const server = createServer({
    IncomingMessage: chunkLimit(limits.maxSmallChunks, refuse),
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
    const { isHolding } = accepting;
    connections.set(socket, new Connection(socket, serveFairly, limits.maxPipelined, isHolding));
    accepting.count += 1;
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => connections.get(socket)?.receive(response));
  // An unknown expectation may be ignored (RFC 9110). Node would refuse it without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, errorOfParser(error, limits.maxTargetBytes));
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

  return {
    server,
    listener: serve,
    stop: (stopLimits) => {
      lifecycle.isStopping = true;
      return stopServer({ server, connections, accepting }, stopLimits);
    },
  };
}

/** Why a request that Node has parsed must not reach the app, if so. */
function errorOfRequest(
  { url = '', headers, httpVersion, rawHeaders }: IncomingMessage,
  { maxTargetBytes }: ServerLimits,
): AdminError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return badData('the HTTP version', '1.1 or 1.0');
  }
  if (url.length > maxTargetBytes) return { type: 'TargetTooLong' };
  const hosts = countOf(rawHeaders, 'host');
  if (hosts === 0 && httpVersion === '1.1') return badData('the header "Host"', 'one');
  if (hosts > 1) return badData('the header "Host"', 'only one');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  // Proxies disagree on where such a body ends (RFC 9112, section 6.1).
  if (httpVersion === '1.0') return badData('the header "Transfer-Encoding"', 'none in HTTP/1.0');
  // Node would serve the request, and only then find that it can't tell where the body ends.
  if (coding.toLowerCase() === 'chunked') return undefined;
  return badData('the header "Transfer-Encoding"', '"chunked", or none');
}

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at];
    if (field?.length === name.length && field.toLowerCase() === name) count += 1;
  }
  return count;
}
