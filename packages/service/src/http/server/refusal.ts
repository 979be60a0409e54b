import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type AdminError, errorResponse, type ErrorReport } from '@forewarn/http-koa';
import { SECURITY_HEADERS } from '../security-headers.ts';
import type { ServerLimits } from './server-limits.ts';

const LINGER_MS = 500;

/** An error response to a request that the app never sees. It ends the connection. */
export interface Refusal {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Makes the error response and reports it. */
export function refusal(error: AdminError, report: (report: ErrorReport) => void): Refusal {
  const { status, headers, body } = errorResponse(error);
  report({ id: body.id, status, error });
  const text = JSON.stringify(body);
  const framing = {
    Connection: 'close',
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

/** Why a request that Node has parsed must not reach the app, if so. */
export function errorOfRequest(
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

/** The error that Node's parser emits as `clientError`. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The last bytes received. */
  readonly rawPacket?: Buffer;
}

/** What is wrong with a request that Node could not parse. */
export function errorOfParser(
  { code, rawPacket }: ParserError,
  { maxTargetBytes }: ServerLimits,
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

/** An error of bad data, for what is wrong before a body is read. */
export function badData(path: string, expected: string): AdminError {
  return { type: 'BadData', problems: [{ path, expected }] };
}
