import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type AdminError,
  answerMalformedRequests,
  errorResponse,
  type ErrorReport,
} from '@forewarn/http-koa';
import { SECURITY_HEADERS } from './security-headers.ts';

/** What clients can take of a server, in bytes and milliseconds. */
export interface ServerLimits {
  /** Of the path and the query. */
  readonly maxTargetBytes: number;
  /** Of the request line and the header together. */
  readonly maxHeaderBytes: number;
  /** From the first byte of a request to the end of its header. */
  readonly headerTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** From the end of an answer's making to its last byte taken by the client. */
  readonly answerTimeoutMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
}

/** The service's. */
export const SERVER_LIMITS: ServerLimits = {
  maxTargetBytes: 16_384,
  maxHeaderBytes: 32_768,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  answerTimeoutMs: 30_000,
  // Longer than proxies keep a connection, 60 s by default: else they send on one that closes.
  keepAliveTimeoutMs: 65_000,
  maxConnections: 5_000,
};

const CHECK_MS = 1_000;

/** What a server makes its responses with. */
export type ResponseClass = typeof ServerResponse<IncomingMessage>;

/** Answers a request; the promise is fulfilled once the whole answer is handed to the response. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/**
 * Makes a server that cuts off who is too slow and refuses what is too large, in the shape of every other error. Each of
 * its answers has the security headers.
 *
 * @param report is told of each request that was refused before the app saw it
 */
export function createLimitedServer(
  answer: Answer,
  report: (report: ErrorReport) => void,
  limits: ServerLimits,
  Response: ResponseClass = ServerResponse,
): Server {
  const headers = new Map(Object.entries(SECURITY_HEADERS));
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      ServerResponse: Response,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headerTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(limits.headerTimeoutMs, CHECK_MS),
      // Node would refuse it without a body.
      requireHostHeader: false,
    },
    (request, response) => {
      // It was told that the connection ends: what came behind is not done.
      if (refused.has(request.socket)) return;
      response.setHeaders(headers);
      // Of what comes right behind an upgrade that is ignored, Node reads nothing.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const error = refusalOf(request, limits);
      if (error === undefined) void answer(request, response).then(() => mustBeTaken(response));
      else {
        refused.add(request.socket);
        refuse(response, error, report);
      }
    },
  );
  const mustBeTaken = cutUnlessTaken(server, limits.answerTimeoutMs);
  // By default Node leaves out what comes after the 2,000th, without a word: an If-Match, say.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  // An expectation that is unknown may be ignored (RFC 9110). Of itself Node would refuse it without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerMalformedRequests(server, report, SECURITY_HEADERS);
  return server;
}

/** An answer that is made, and has to be taken by then. */
interface Made {
  readonly response: ServerResponse;
  deadline: number;
}

/** Closes the connections of answers that are made, but not taken in time. */
function cutUnlessTaken(server: Server, withinMs: number): (response: ServerResponse) => void {
  // A list for each connection. In one map for all, where each answer comes and goes, what was taken would be kept until
  // the next full collection of garbage: V8's tables know their successors.
  const untaken = new Map<Socket, Made[]>();
  server.on('connection', (socket) => {
    const made: Made[] = [];
    untaken.set(socket, made);
    socket.once('close', () => {
      untaken.delete(socket);
      // After Node, which from 24 on tells them itself.
      setImmediate(() => made.forEach(tellGone));
    });
  });
  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, made] of untaken) {
        forgetTaken(made);
        for (const one of made) {
          // Without the socket it waits for an answer before it, which is still being made, or has a deadline of its own.
          if (one.response.socket === null) one.deadline = now + withinMs;
          else if (one.deadline < now) socket.destroy();
        }
      }
    },
    Math.min(withinMs, CHECK_MS),
  );
  server.once('close', () => clearInterval(sweep));
  sweep.unref();
  return (response) => {
    if (response.writableFinished) return;
    const one = { response, deadline: performance.now() + withinMs };
    const made = untaken.get(response.req.socket);
    if (made === undefined) return tellGone(one);
    forgetTaken(made);
    made.push(one);
  };
}

function forgetTaken(made: Made[]): void {
  while (made[0]?.response.writableFinished === true) made.shift();
}

/** Node 22 does not tell a response that waits for another one's end when its connection closes. */
function tellGone({ response }: Made): void {
  if (!response.writableFinished && !response.closed) response.emit('close');
}

function refusalOf(
  { url = '', headers, httpVersion }: IncomingMessage,
  { maxTargetBytes }: ServerLimits,
): AdminError | undefined {
  if (url.length > maxTargetBytes) return { type: 'TargetTooLong' };
  if (headers.host === undefined && httpVersion === '1.1') return badHeader('Host', 'one');
  // Node would serve it, and only then find that it can't tell where it ends.
  if (!isChunkedOrNone(headers['transfer-encoding'])) {
    return badHeader('Transfer-Encoding', '"chunked", or none');
  }
  return undefined;
}

const isChunkedOrNone = (coding: string | undefined): boolean =>
  coding === undefined || coding.toLowerCase() === 'chunked';

function badHeader(name: string, expected: string): AdminError {
  return { type: 'BadData', problems: [{ path: `the header "${name}"`, expected }] };
}

function refuse(
  response: ServerResponse,
  error: AdminError,
  report: (report: ErrorReport) => void,
): void {
  const { status, headers, body } = errorResponse(error);
  report({ id: body.id, status, error });
  const text = JSON.stringify(body);
  const framing = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  };
  response.writeHead(status, { ...headers, ...framing }).end(text);
}
