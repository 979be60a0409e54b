import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { ask, strategyPath } from '../http/ask.ts';
import { responsesIn, type WireResponse } from './responses-in.ts';
import { type Exchange, exchange } from './arbitrary-exchange.ts';
import { checkResponse } from './check-response.ts';
import { ADMIN } from './fuzz-world.ts';

/** Average requests per exchange. */
const REQUESTS_EACH = 5;
const ENDS_WITHIN_MS = 10_000;

/**
 * Sends about `requests` requests. Returns how many it sent, and how many responses had each name, such as `GET search: 200`.
 * Rejects with a counterexample if a response is wrong.
 */
export async function fuzz(
  served: { readonly url: string },
  { requests, seed }: { readonly requests: number; readonly seed: number },
) {
  const tally = new Map<string, number>();
  let sent = 0;
  const property = fc.asyncProperty(exchange, async (exchanged) => {
    const { received, isReset } = await send(served, exchanged);
    const responses = responsesIn(received);
    for (const response of responses) checkResponse(response);
    // A piece sent after the server has closed resets the connection, and responses are lost.
    if (!isReset || exchanged.pieces.length === 1) checkNumber(exchanged, responses);
    for (const [at, { status }] of responses.entries()) {
      const route = exchanged.isWhole ? exchanged.requests[at]?.route : undefined;
      const key = `${route ?? 'unknown route'}: ${status}`;
      tally.set(key, (tally.get(key) ?? 0) + 1);
    }
    sent += exchanged.requests.length;
  });
  const numRuns = Math.ceil(requests / REQUESTS_EACH);
  try {
    await fc.assert(property, { seed, numRuns, unbiased: true });
  } catch (error) {
    throw new Error(`FUZZ_SEED=${seed} repeats this run: ${String(error)}`, { cause: error });
  }
  return { sent, tally };
}

/** Sends the pieces over a new connection. Returns the bytes received. */
async function send(
  served: { readonly url: string },
  { pieces, isWhole }: Exchange,
): Promise<{ readonly received: Buffer; readonly isReset: boolean }> {
  const { hostname, port } = new URL(served.url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  // A server may close before it has received everything.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setTimeout(() => socket.destroy(new Error('too late')), ENDS_WITHIN_MS);
  await sendPieces(socket, pieces);
  if (!isWhole) {
    // A server that waits for more must stop when the connection ends.
    await ask(served, { path: strategyPath('default'), key: ADMIN });
    socket.end();
  }
  await closed;
  clearTimeout(timer);
  if (socket.errored?.message === 'too late') {
    throw new Error(`no end after ${ENDS_WITHIN_MS} ms, but ${Buffer.concat(received).toString()}`);
  }
  return { received: Buffer.concat(received), isReset: socket.errored !== null };
}

async function sendPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  for (const piece of pieces) {
    socket.write(Buffer.from(piece, 'latin1'));
    await setImmediate();
  }
}

/** Checks that each request of a whole exchange has one response, unless a response closes the connection. */
function checkNumber({ requests, isWhole }: Exchange, responses: readonly WireResponse[]): void {
  if (!isWhole) return;
  const isClosed = responses.at(-1)?.fields.get('connection') === 'close';
  if (responses.length > requests.length || !isClosed) {
    const statuses = responses.map(({ status }) => status).join(', ');
    throw new Error(`${requests.length} requests, and the responses ${statuses}`);
  }
  responses.forEach(({ status, body }, at) => {
    const method = requests[at]?.method;
    if (status >= 400 && body === '' && method !== 'HEAD')
      throw new Error(`${status} without a body`);
  });
}
