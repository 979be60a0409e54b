import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ErrorReport } from '@forewarn/http-koa';
import { onTestFinished } from 'vitest';
import {
  createServiceServer,
  SERVER_LIMITS,
  type ServerLimits,
} from '../../src/http/server/service-server.ts';

/** Serves an app until the test ends, without the service's, and connects to it. */
export async function serveRaw(app: RequestListener, limits: Partial<ServerLimits> = {}) {
  /** The requests refused before the app saw them. */
  const reports: (ErrorReport & { readonly requestId: string })[] = [];
  const { server } = createServiceServer(app, {
    lifecycle: { isStopping: false },
    report: (each, requestId) => void reports.push({ ...each, requestId }),
    limits: { ...SERVER_LIMITS, ...limits },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  /** Connects another client. */
  const connected = (): Socket => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    clients.push(client);
    return client;
  };
  const client = connected();
  /** The server's side of the client's connection. */
  const [served] = (await once(server, 'connection')) as [Socket];
  return { client, served, server, reports, connect: connected };
}

/** Everything received until the server ends the connection. */
export async function textTo(client: Socket): Promise<string> {
  let text = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  client.once('end', () => client.end());
  await once(client, 'close');
  return text;
}

/** The one response received. */
export async function responseTo(client: Socket) {
  const [head = '', body = ''] = (await textTo(client)).split('\r\n\r\n');
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
    json: JSON.parse(body) as unknown,
  };
}
