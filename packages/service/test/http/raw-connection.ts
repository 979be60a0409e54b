import { once } from 'node:events';
import { connect } from 'node:net';

export type RawConnection = Awaited<ReturnType<typeof connectTo>>;

export async function connectTo({ url }: { readonly url: string }) {
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
    /** Returns the text received so far. */
    text: () => received,
    /** Waits until the server closes the connection. Returns the received text. */
    closed,
  };
}

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
