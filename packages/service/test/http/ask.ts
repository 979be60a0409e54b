import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { DOCUMENTED } from './documented.ts';

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when there is none. */
  readonly json: unknown;
}

/** A request, whose path goes out as it is: nothing of it is normalised. */
export interface Question {
  readonly method?: string;
  readonly path: string;
  /** The Authorization header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Asks a service, and reads its answer, which has to be as it is documented. */
export async function ask(
  { url }: { readonly url: string },
  { method = 'GET', path, key, headers = {}, body }: Question,
): Promise<Answer> {
  const authorization = key === undefined ? {} : { Authorization: key };
  // Of itself Node's client would not say that a GET has a body.
  const isSized = body !== undefined && headers['Transfer-Encoding'] === undefined;
  const length = isSized ? { 'Content-Length': Buffer.byteLength(body) } : {};
  // No agent: no connection is left over when the test is.
  const asked = request(url, {
    method,
    path,
    headers: { ...authorization, ...length, ...headers },
    agent: false,
  });
  // The server need not have read the body when it answers; then the rest of it can't be sent.
  asked.on('error', () => {});
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const read = await text(answer);
  const { statusCode: status = 0, headers: answered } = answer;
  DOCUMENTED.check({ method, path, status, headers: answered, body: read });
  return {
    status,
    headers: answered,
    text: read,
    json: read === '' ? undefined : JSON.parse(read),
  };
}

/** What identifies the schedule search of a project. */
export const searchPath = (projectId: string, query = ''): string =>
  `/api/admin/projects/${projectId}/change-requests/scheduled${query === '' ? '' : `?${query}`}`;

/** Where a strategy definition is. */
export const strategyPath = (name: string): string => `/api/admin/strategies/${name}`;
