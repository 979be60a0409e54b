import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy changes. */
export interface Renaming {
  /** Changes an entity tag of the server, as one that compresses. */
  readonly tagOf: (tag: string) => string;
  /** The `X-Forwarded-For` of a client, which names itself in `X-Client`. */
  readonly forwardedOf: (client: string) => string;
}

/** Starts a proxy before a server. */
export async function startRenamingProxy(server: string, { tagOf, forwardedOf }: Renaming) {
  const proxy = createServer((asked, response) => {
    const { 'x-client': client = '', ...headers } = asked.headers;
    const url = new URL(asked.url ?? '/', server);
    const forwarded = { ...headers, 'X-Forwarded-For': forwardedOf(String(client)) };
    const passed = request(url, { method: asked.method, headers: forwarded }, (answer) => {
      const { etag } = answer.headers;
      const renamed = etag === undefined ? {} : { etag: tagOf(etag) };
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...renamed });
      answer.pipe(response);
    });
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: async (): Promise<void> => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
