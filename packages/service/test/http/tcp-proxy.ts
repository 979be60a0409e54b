import { once } from 'node:events';
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';

/** A network between a client and a server, which can fail. */
export interface TcpProxy {
  /** The URL of the server, by way of the proxy. */
  readonly url: string;
  /** Takes no connections, and cuts those that there are. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** Passes nothing on, and closes nothing, until told otherwise. */
  stall(isStalled: boolean): void;
}

/** Stands before the server of a URL. */
export async function proxyBefore(server: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const flow = (socket: Socket): void => {
    if (isStalled) socket.pause();
    else socket.resume();
  };
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
      flow(from);
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = proxy.address() as AddressInfo;
  const url = new URL(server);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    cut: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      proxy.listen(own, '127.0.0.1');
      await once(proxy, 'listening');
    },
    stall: (isOn) => {
      isStalled = isOn;
      for (const socket of sockets) flow(socket);
    },
  };
}
