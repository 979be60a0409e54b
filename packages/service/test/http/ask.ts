import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { DOCUMENTED } from './documented.ts';

/** A whole response. */
export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined without one. */
  readonly json: unknown;
}

/** A request. Its path is sent unchanged, without normalization. */
export interface Question {
  readonly method?: string;
  readonly path: string;
  /** The Authorization header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request and returns the response. Throws if it does not match the OpenAPI document. */
export async function ask(
  { url }: { readonly url: string },
  { method = 'GET', path, key, headers = {}, body }: Question,
): Promise<TestResponse> {
  const authorization = key === undefined ? {} : { Authorization: key };
  // Node's client doesn't set a length for the body of a GET.
  const isSized = body !== undefined && headers['Transfer-Encoding'] === undefined;
  const length = isSized ? { 'Content-Length': Buffer.byteLength(body) } : {};
  // Without an agent, no connection outlives the test.
  const asked = request(url, {
    method,
    path,
    headers: { ...authorization, ...length, ...headers },
    agent: false,
  });
  // The server may respond before it has read the body; then the rest can't be sent.
  asked.on('error', () => {});
  asked.end(body);
  const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
  const read = await text(incoming);
  const { statusCode: status = 0, headers: received } = incoming;
  DOCUMENTED.check({ method, path, status, headers: received, body: read });
  return {
    status,
    headers: received,
    text: read,
    json: read === '' || !isJson(received) ? undefined : JSON.parse(read),
  };
}

const isJson = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  type.startsWith('application/json');

/** The path of a search in a project. */
export const searchPath = (projectId: string, query = ''): string =>
  `/api/admin/projects/${projectId}/change-requests/scheduled${query === '' ? '' : `?${query}`}`;

/** The path of a strategy definition. */
export const strategyPath = (name: string): string => `/api/admin/strategies/${name}`;
