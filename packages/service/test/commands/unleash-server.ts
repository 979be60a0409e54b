import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that has the search of Unleash Enterprise and no impact. */
export interface UnleashServer {
  readonly url: string;
  /** The methods of the requests so far. */
  readonly methods: readonly string[];
  stop(): Promise<void>;
}

/** Serves a project `shop` in which the change request 7 touches the feature `checkout`. */
export async function serveUnleash(): Promise<UnleashServer> {
  const methods: string[] = [];
  const server = createServer(({ method = '', url = '' }, response) => {
    methods.push(method);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isSearch = pathname === '/api/admin/projects/shop/change-requests/scheduled';
    response.setHeader('Content-Type', 'application/json');
    if (method !== 'GET' || !isSearch) {
      response.writeHead(404).end('{"id":"x","name":"NotFoundError","message":"Not found."}');
      return;
    }
    const isTouched = searchParams.getAll('feature').includes('checkout');
    response.end(isTouched ? '[{"id":7,"environment":"production","title":"Retire it"}]' : '[]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, methods, stop };
}
