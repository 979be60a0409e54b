import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Message } from './judge-messages.ts';

/**
 * A moment of a delivery, after which nothing happens until the receiver is released.
 *
 * - `claimed`: the node connects, and has sent nothing.
 * - `sent`: the receiver has the message, and has not responded.
 * - `accepted`: the receiver has responded.
 */
export type Moment = 'claimed' | 'sent' | 'accepted';

/** A receiver of webhooks on 127.0.0.1 that can be held at a moment. */
export type HeldReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver. */
export async function startReceiver() {
  const received: Message[] = [];
  let held: { readonly moment: Moment; readonly reached: () => void } | undefined;
  let released: Promise<void> | undefined;
  let release = (): void => {};
  /** Returns what to wait for, if a delivery is held at this moment. */
  const reach = (moment: Moment): Promise<void> | undefined => {
    if (held?.moment !== moment) return undefined;
    held.reached();
    return released;
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request).catch(() => undefined);
    // A node that was killed has not sent it whole.
    if (body === undefined) return;
    received.push({ id: String(request.headers['webhook-id']), body });
    await reach('sent');
    response.end(() => void reach('accepted'));
  };
  const web = createServer((request, response) => void receive(request, response));
  const server = createTcpServer((socket) => {
    const holding = reach('claimed');
    if (holding === undefined) return void web.emit('connection', socket);
    socket.on('error', () => {});
    return void holding.then(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: received as readonly Message[],
    /** Holds what reaches a moment from now on. Resolves at the first. */
    hold: (moment: Moment): Promise<void> => {
      released = new Promise((resolve) => (release = resolve));
      return new Promise((reached) => (held = { moment, reached }));
    },
    release: (): void => {
      held = undefined;
      release();
    },
    stop: (): void => {
      server.close();
      web.closeAllConnections();
    },
  };
}
