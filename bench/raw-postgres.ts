// What Postgres itself can do: prepared statements over sockets, with next to no work in the client. The packaged servers
// come without pgbench.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** A statement, and the texts of its parameters for each execution. */
export interface RawStatement {
  readonly text: string;
  readonly parameters: (execution: number) => readonly string[];
}

const READY = 'Z'.charCodeAt(0);
const FAILED = 'E'.charCodeAt(0);
/** The type and the length. */
const HEAD = 5;

/**
 * Executes a statement for some time on each of some connections, one transaction each time. Returns the executions per
 * second.
 */
export async function measureRaw(
  url: string,
  { text, parameters }: RawStatement,
  connections: number,
  seconds: number,
): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client(url));
  // Their connections are cut at the end.
  for (const client of clients) client.on('error', () => {});
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query(`prepare raw as ${text}`)));
    let executions = 0;
    const begunAt = performance.now();
    const endsAt = begunAt + seconds * 1_000;
    await Promise.all(
      clients.map(async (client) => {
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
        stream.removeAllListeners('data');
        await execute(stream, () =>
          performance.now() < endsAt ? execution(parameters(executions++)) : undefined,
        );
      }),
    );
    return (executions / (performance.now() - begunAt)) * 1_000;
  } finally {
    for (const client of clients) {
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    }
  }
}

/** Sends the next message whenever the server is ready, until there is none. */
async function execute(stream: Socket, next: () => Buffer | undefined): Promise<void> {
  const ended = new AbortController();
  const send = (): void => {
    const message = next();
    if (message === undefined) ended.abort();
    else stream.write(message);
  };
  let left: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    let at = 0;
    while (left.length >= at + HEAD) {
      const end = at + 1 + left.readInt32BE(at + 1);
      if (left.length < end) break;
      if (left[at] === FAILED) stream.destroy(new Error(left.toString('utf8', at, end)));
      if (left[at] === READY) send();
      at = end;
    }
    left = left.subarray(at);
  });
  send();
  try {
    await once(stream, 'close', { signal: ended.signal });
  } catch (error) {
    if (ended.signal.aborted) return;
    throw error;
  }
  throw new Error('the server closed the connection');
}

/** Bind, Execute and Sync for the statement `raw`: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function execution(parameters: readonly string[]): Buffer {
  const values = parameters.flatMap((each) => {
    const value = Buffer.from(each);
    return [int32(value.length), value];
  });
  const bind = Buffer.concat([
    Buffer.from('\0raw\0'),
    int16(0),
    int16(parameters.length),
    ...values,
    int16(0),
  ]);
  return Buffer.concat([
    message('B', bind),
    message('E', Buffer.concat([Buffer.from('\0'), int32(0)])),
    message('S', Buffer.alloc(0)),
  ]);
}

const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
