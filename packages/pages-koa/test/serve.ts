import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { onTestFinished } from 'vitest';

/** Requests a path of a served app. */
export type Get = (path: string, init?: RequestInit) => Promise<Response>;

/** Serves an app on a port of its own, until the test ends. */
export async function serve(app: Pick<Koa, 'callback'>): Promise<Get> {
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}
