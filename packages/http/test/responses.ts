import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The header and the body of a request. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Begins a request on a connection of its own. Its path is sent unchanged, which `fetch` would normalize. */
export const beginAt = (url: string, method: string, path: string, headers: Sent['headers'] = {}) =>
  // The server may respond before it has read the body; then the rest can't be sent.
  request(url, { method, path, headers, agent: false }).on('error', () => {});

/** Sends a request, and returns its response. */
export async function sendTo(
  url: string,
  method: string,
  path: string,
  { headers = {}, body = '' }: Sent,
): Promise<TestResponse> {
  // By default Node's client would not announce the body of a GET.
  const isSized = body !== '' && headers['Transfer-Encoding'] === undefined;
  const length = isSized ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const sent = beginAt(url, method, path, { ...length, ...headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: received } = response;
  return { status, headers: received, body: await text(response) };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface ErrorSummary {
  readonly status: number;
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** The problems of a BadDataError, and their paths. */
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly paths?: readonly string[];
  /** What a StrategyInUseError would break. */
  readonly impact?: { readonly fingerprint: string };
}

/** Returns the error in a response. Throws if the response is not an error in the documented form. */
export function errorIn({ status, headers, body }: TestResponse): ErrorSummary {
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    throw new Error(`${status} with content-type ${headers['content-type']}: ${body}`);
  }
  const parsed = JSON.parse(body) as Omit<ErrorSummary, 'status' | 'paths'>;
  const { id, name, message: _message, details, impact, ...others } = parsed;
  const isWhole =
    Array.isArray(details) === (name === 'BadDataError') &&
    (impact !== undefined) === (name === 'StrategyInUseError') &&
    (details ?? []).every(({ message }) => message.startsWith('expected '));
  if (!UUID.test(id) || !isWhole || Object.keys(others).length > 0) {
    throw new Error(`no error body: ${body}`);
  }
  return { status, ...parsed, ...(details && { paths: details.map(({ path }) => path) }) };
}
