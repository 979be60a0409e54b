import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection for raw bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** Returns the text received so far. */
  text(): string;
  /** Counts the occurrences of a text in what was received so far. */
  count(text: string): number;
  /** Waits until the server closes the connection. Returns the received text. */
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
  // After a reset, the received text is incomplete.
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
