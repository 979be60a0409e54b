import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

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

/** How a request is sent, where it matters. */
interface Sender {
  /** Default: {@link KEY}. */
  readonly key?: string;
  /** Default: an agent that all share. */
  readonly agent?: Agent;
  readonly timeoutMs?: number;
}

/** Sends a request to a node over a keep-alive connection. */
export async function askNode(
  url: string,
  { method, path, body }: Question,
  { key = KEY, agent = shared, timeoutMs = GIVE_UP_AFTER_MS }: Sender = {},
): Promise<Reply> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const length =
    sent === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) };
  const asked = request(new URL(path, url), {
    method,
    agent,
    headers: { Authorization: key, ...length },
    timeout: timeoutMs,
  });
  asked.on('timeout', () => asked.destroy(new Error(`no response in ${timeoutMs} ms`)));
  asked.end(sent);
  try {
    const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
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
