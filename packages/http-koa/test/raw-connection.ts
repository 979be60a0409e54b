import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { answerMalformedRequests, type ErrorReport } from '../src/index.ts';
import type { Answer } from './serve.ts';

/** A connection, as the client has it and as the server has it. */
export interface Connection {
  readonly client: Socket;
  readonly served: Socket;
  readonly server: Server;
  /** What was told of what was refused. */
  readonly reports: readonly ErrorReport[];
}

/** Serves an app that answers with `fine`, or as it is told, and connects to it. */
export async function connectTo(
  options: ServerOptions = {},
  answer: RequestListener = (_request, response) => void response.end('fine'),
  headers = {},
): Promise<Connection> {
  const reports: ErrorReport[] = [];
  const server = createServer(options, answer);
  answerMalformedRequests(server, (report) => void reports.push(report), headers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = connectedTo(server);
  const [served] = await once(server, 'connection');
  return { client, served, server, reports };
}

/** A client of a server. */
export function connectedTo(server: Server): Socket {
  const { port } = server.address() as AddressInfo;
  // Half open: it is the server that has to close.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  return client;
}

/** What comes over the wire until the server ends it. */
export async function textTo({ client }: Pick<Connection, 'client'>): Promise<string> {
  let text = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(client, 'end');
  return text;
}

/** The one answer that comes. */
export async function answerTo(connection: Pick<Connection, 'client'>): Promise<Answer> {
  const [head = '', body = ''] = (await textTo(connection)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const [name = '', value = ''] = line.split(': ');
        return [name.toLowerCase(), value];
      }),
    ),
    body,
  };
}
