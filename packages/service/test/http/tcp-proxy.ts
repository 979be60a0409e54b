import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../../tools/postgres-server.ts';

/** A proxy that simulates network failures between a client and a server. */
export interface TcpProxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  /** Refuses new connections and cuts existing ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  mend(): Promise<void>;
  /** Holds back all data without closing connections. */
  stall(isStalled: boolean): void;
  /** Delays all data, in both directions. */
  slow(ms: number): void;
  /** Directs new connections to another server. Existing ones stay. */
  pointTo(server: string): void;
  /** The local ports of the open connections to the server. */
  ports(): ReadonlySet<number>;
}

/** Starts a proxy before the server of a URL. */
export async function proxyBefore(server: string): Promise<TcpProxy> {
  const url = new URL(server);
  let { hostname, port } = url;
  const own = await freePort();
  url.host = `127.0.0.1:${own}`;
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isStalled = false;
  let delayMs = 0;

  const flow = (socket: Socket): void => {
    if (isStalled) socket.pause();
    else socket.resume();
  };
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    let passed = Promise.resolve();
    // In the order of arrival, whatever the delay.
    const later = (work: () => void): void => {
      const due = delayMs === 0 ? undefined : delay(delayMs);
      passed = passed.then(() => due).then(work);
    };
    from.on('data', (data) => later(() => to.write(data)));
    from.on('close', () => {
      sockets.delete(from);
      upstreams.delete(from);
      later(() => to.destroySoon());
    });
    from.on('error', () => {});
    flow(from);
  };
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    pass(client, upstream);
    pass(upstream, client);
  });
  const listen = async (): Promise<void> => {
    proxy.listen(own, '127.0.0.1');
    await once(proxy, 'listening');
  };

  await listen();
  return {
    url: url.href,
    cut: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: listen,
    stall: (isOn) => {
      isStalled = isOn;
      for (const socket of sockets) flow(socket);
    },
    slow: (ms) => {
      delayMs = ms;
    },
    pointTo: (other) => {
      ({ hostname, port } = new URL(other));
    },
    ports: () => new Set([...upstreams].map(({ localPort }) => localPort ?? 0)),
  };
}
