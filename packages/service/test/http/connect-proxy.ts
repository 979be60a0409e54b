import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy that resolves every name to this machine, and the requests that it got. */
export interface ConnectProxy {
  readonly url: string;
  /** `METHOD target`, of each request. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** Starts a proxy, which passes everything on to a port of this machine, or refuses to. */
export async function startProxy(port: number | 'refuses'): Promise<ConnectProxy> {
  const requests: string[] = [];
  const server = createServer(({ method, url = '', headers }, response) => {
    requests.push(`${method} ${url}`);
    const { pathname } = new URL(url);
    const passed = request({
      host: '127.0.0.1',
      port: Number(port),
      path: pathname,
      method,
      headers,
    });
    passed.on('response', ({ statusCode = 0 }) => response.writeHead(statusCode).end());
    passed.end();
  });
  server.on('connect', ({ url }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.on('error', () => {});
    if (port === 'refuses') {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const passed = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy());
    socket.on('close', () => passed.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
