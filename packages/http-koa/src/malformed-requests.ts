import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AdminError } from './errors/admin-error.ts';
import { badData } from './errors/bad-data.ts';
import { errorResponse, type ErrorReport } from './errors/error-responses.ts';

const LINGER_MS = 500;

/**
 * Answers what Node's HTTP parser refuses, and so no app ever sees, in the shape of every other error; CONNECT, too. For
 * who owns the server. What was asked before on the same connection is answered first, so that no answer can be taken
 * for another's. A body that is broken is answered when the app reads it; what the app answers without it stands.
 *
 * @param report is told of each
 * @param headers go with each answer
 */
export function answerMalformedRequests(
  server: Server,
  report: (report: ErrorReport) => void = () => {},
  headers: Readonly<Record<string, string>> = {},
): void {
  const lastResponses = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();

  const refuse = (socket: Socket, error: AdminError): void => {
    refused.add(socket);
    const answer = (): RawAnswer => rawAnswer(error, report, headers);
    const last = lastResponses.get(socket);
    if (last === undefined) {
      write(socket, answer());
    } else if (last.req.complete) {
      onceDone(last, () => (socket.writable ? write(socket, answer()) : socket.destroy()));
    } else {
      // What the app answers without the body stands. Who waits for it would wait for ever.
      last.shouldKeepAlive = false;
      onceDone(last, () => socket.destroySoon());
      onceRead(last.req, () => {
        if (last.headersSent || last.req.complete || last.req.destroyed) return;
        const { status, fields, text } = answer();
        last.writeHead(status, fields).end(text);
      });
    }
  };

  server.on('request', ({ socket }, response) => void lastResponses.set(socket, response));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // The parser fails again at each piece that comes after.
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, errorOf(error));
  });
  // Of itself Node would close the connection without a word.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {}).resume();
    refuse(socket, badData('the method', 'another than CONNECT'));
  });
}

/** Once a response is sent, or can't be. */
function onceDone(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then();
  else response.once('close', then);
}

/** Once somebody reads a request's body, or at once when somebody does. */
function onceRead(request: IncomingMessage, then: () => void): void {
  if (request.readableFlowing !== null) return then();
  request.once('resume', then);
  // Who reads it as an async iterable, say, does not resume it.
  request.on('newListener', (name) => name === 'readable' && then());
}

interface RawAnswer {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

function rawAnswer(
  error: AdminError,
  report: (report: ErrorReport) => void,
  common: Readonly<Record<string, string>>,
): RawAnswer {
  const { status, headers, body } = errorResponse(error);
  report({ id: body.id, status, error });
  const text = JSON.stringify(body);
  const framing = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  return { status, fields: { ...common, ...headers, ...framing }, text };
}

function write(socket: Socket, { status, fields, text }: RawAnswer): void {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`);
  // Closed on what a client still sends, the connection would be reset, and the answer lost with it.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

interface ParserError extends NodeJS.ErrnoException {
  /** What came last over the wire. */
  readonly rawPacket?: Buffer;
}

function errorOf({ code, rawPacket }: ParserError): AdminError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { type: isLongTarget(rawPacket) ? 'TargetTooLong' : 'HeaderTooLarge' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { type: 'RequestTooSlow' };
    default:
      return badData('the request', 'well-formed HTTP/1.1');
  }
}

const LONG_TARGET = /^[A-Z]+ \S{16385}/;

/** Whether a packet begins with a request whose target alone is too long. In pieces it can't be told. */
function isLongTarget(packet: Buffer | undefined): boolean {
  return packet !== undefined && LONG_TARGET.test(packet.subarray(0, 16_500).toString('latin1'));
}
