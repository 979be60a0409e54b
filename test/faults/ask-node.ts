import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The admin key of every node. */
export const KEY = 'the key of the fault harness';

/** A request to a node. */
export interface Question {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path, under `/api/admin` or not. */
  readonly path: string;
  readonly body?: unknown;
}

/** The result: a response, or a cut connection. */
export type Reply =
  | {
      readonly type: 'response';
      readonly status: number;
      readonly json: unknown;
      /** The header of the response, in seconds. */
      readonly retryAfter: string | undefined;
    }
  | { readonly type: 'cut'; readonly reason: string };

// Longer than any response may take, so that late ones are noticed.
const GIVE_UP_AFTER_MS = 20_000;

// Shorter than a node keeps an idle connection, so that no request meets a connection that is being closed.
const IDLE_MS = 2_000;

const shared = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Sends a request, with a body as JSON; a text is sent as it is. Returns the response before its body. */
export async function sendTo(
  url: string,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: unknown },
  {
    key,
    agent,
    timeoutMs,
  }: { readonly key?: string; readonly agent: Agent; readonly timeoutMs: number },
): Promise<IncomingMessage> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const asked = request(new URL(path, url), {
    method,
    agent,
    headers: {
      ...(key === undefined ? {} : { Authorization: key }),
      ...(sent === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
    },
    timeout: timeoutMs,
  });
  asked.on('timeout', () => asked.destroy(new Error(`no response in ${timeoutMs} ms`)));
  asked.end(sent);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

/** Sends a request to a node over a keep-alive connection. */
export async function askNode(
  url: string,
  question: Question,
  { key = KEY, agent = shared, timeoutMs = GIVE_UP_AFTER_MS } = {},
): Promise<Reply> {
  try {
    const incoming = await sendTo(url, question, { key, agent, timeoutMs });
    const read = await text(incoming);
    return {
      type: 'response',
      status: incoming.statusCode ?? 0,
      json: read === '' ? undefined : (JSON.parse(read) as unknown),
      retryAfter: incoming.headers['retry-after'],
    };
  } catch (error) {
    return { type: 'cut', reason: (error as Error).message };
  }
}

/** Closes the idle connections. */
export const hangUp = (): void => shared.destroy();
