import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** The key that every node knows as an admin's. */
export const KEY = 'the key of the fault harness';

/** What is asked of a node. */
export interface Question {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** From `/api/admin` on, or one outside of it. */
  readonly path: string;
  readonly body?: unknown;
}

/** What came of it: an answer, or a connection that was cut. */
export type Reply =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly json: unknown;
      /** In seconds, as the answer has it. */
      readonly retryAfter: string | undefined;
    }
  | { readonly type: 'cut'; readonly reason: string };

// Longer than any answer may take, so that one that comes too late is seen to.
const GIVE_UP_AFTER_MS = 20_000;

// Shorter than a node keeps an idle connection: one that it closes at the moment in which it is used again is no fault.
const IDLE_MS = 2_000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Asks a node over a connection that is kept. */
export async function askNode(url: string, { method, path, body }: Question): Promise<Reply> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const length =
    sent === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) };
  const asked = request(new URL(path, url), {
    method,
    agent,
    headers: { Authorization: KEY, ...length },
    timeout: GIVE_UP_AFTER_MS,
  });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  asked.end(sent);
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const read = await text(answer);
    return {
      type: 'answer',
      status: answer.statusCode ?? 0,
      json: read === '' ? undefined : (JSON.parse(read) as unknown),
      retryAfter: answer.headers['retry-after'],
    };
  } catch (error) {
    return { type: 'cut', reason: (error as Error).message };
  }
}

/** Closes the connections that are kept. */
export const hangUp = (): void => agent.destroy();
