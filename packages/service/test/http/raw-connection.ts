import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes bytes itself. */
export interface RawConnection {
  readonly socket: Socket;
  /** What has come back until now. */
  text(): string;
  /** How often a text has come back until now. */
  count(text: string): number;
  /** Waits until the other side has closed it; answers all that came back. */
  closed: Promise<string>;
}

/** Connects to a service. */
export async function connectTo({ url }: { readonly url: string }): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  // A reset shows in what did not come back.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received));
  });
  await once(socket, 'connect');
  return {
    socket,
    text: () => received,
    count: (text) => received.split(text).length - 1,
    closed,
  };
}

/** A request as bytes. */
export const rawRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
