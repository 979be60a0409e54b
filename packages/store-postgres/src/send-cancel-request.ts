import { connect } from 'node:net';
import type pg from 'pg';

const WITHIN_MS = 2_000;
const CANCEL_REQUEST_CODE = 80_877_102;

/** What the server told a client about itself, which the driver keeps and does not document. */
interface Session {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * Has the server cancel what a client runs, over a connection of its own: CancelRequest of
 * https://www.postgresql.org/docs/current/protocol-message-formats.html. It is sent without TLS, as clients mostly do: the
 * key in it is good for this one session only. Nothing tells whether it came in time.
 */
export function sendCancelRequest(client: pg.Client): void {
  const { processID, secretKey } = client as unknown as Session;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = client.host.startsWith('/')
    ? connect(`${client.host}/.s.PGSQL.${client.port}`)
    : connect(client.port, client.host);
  socket.on('error', () => {});
  socket.setTimeout(WITHIN_MS, () => socket.destroy());
  // The server answers with the end of the connection.
  socket.resume().end(message);
}
