import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { badData } from '@forewarn/record';
import { type AdminError, errorResponse, type ErrorReport } from '@forewarn/http';
import { requestIdOf } from './request-id.ts';

const LINGER_MS = 500;

/**
 * Headers of every response: browsers must not store, render or sniff it. No Strict-Transport-Security: it has no effect over
 * plain HTTP (RFC 6797), and only the proxy knows whether there is TLS.
 */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An error response to a request that the app never sees. It ends the connection. */
export interface Refusal {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Receives the report of a refusal, and the `X-Request-Id` of its response. */
export type ReportRefusal = (report: ErrorReport, requestId: string) => void;

/**
 * Makes the error response and reports it.
 *
 * @param given the id that the client sent, if Node could parse the request
 */
export function refusal(error: AdminError, report: ReportRefusal, given?: unknown): Refusal {
  const { status, headers, body } = errorResponse(error);
  const requestId = requestIdOf(given);
  report({ id: body.id, status, error }, requestId);
  const text = JSON.stringify(body);
  const framing = {
    Connection: 'close',
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  return { status, fields: { ...SECURITY_HEADERS, ...headers, ...framing }, text };
}

/** Responds to a request that Node has parsed. */
export function respondWith({ status, fields, text }: Refusal, response: ServerResponse): void {
  response.writeHead(status, fields).end(text);
}

/** Responds on a connection for which Node has no response object. */
export function writeTo(socket: Socket, { status, fields, text }: Refusal): void {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`);
  // Closing while the client still sends would reset the connection and lose the response.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** The error that Node's parser emits as `clientError`. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The last bytes received. */
  readonly rawPacket?: Buffer;
}

/** What is wrong with a request that Node could not parse. */
export function errorOfParser(
  { code, rawPacket }: ParserError,
  maxTargetBytes: number,
): AdminError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { type: isLongTarget(rawPacket, maxTargetBytes) ? 'TargetTooLong' : 'HeaderTooLarge' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { type: 'RequestTooSlow' };
    default:
      return badData('the request', 'well-formed HTTP/1.1');
  }
}

/** Whether a packet begins with a request whose target is too long. Later packets don't tell. */
function isLongTarget(packet: Buffer | undefined, maxTargetBytes: number): boolean {
  const begin = packet?.subarray(0, maxTargetBytes + 32).toString('latin1') ?? '';
  const target = /^[A-Z]+ (?<target>\S*)/.exec(begin)?.groups?.['target'] ?? '';
  return target.length > maxTargetBytes;
}
