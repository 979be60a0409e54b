import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../../tools/postgres-server.ts';

/** A proxy that simulates network failures between a client and a server. */
export type TcpProxy = Awaited<ReturnType<typeof proxyBefore>>;

/** Starts a proxy before the server of a URL. */
export async function proxyBefore(server: string) {
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
    /** The URL of the server through the proxy. */
    url: url.href,
    /** Refuses new connections and cuts existing ones. */
    cut: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    /** Accepts connections again. */
    mend: listen,
    /** Holds back all data without closing connections. */
    stall: (isOn: boolean) => {
      isStalled = isOn;
      for (const socket of sockets) flow(socket);
    },
    /** Delays all data, in both directions. */
    slow: (ms: number) => {
      delayMs = ms;
    },
    /** Directs new connections to another server. Existing ones stay. */
    pointTo: (other: string) => {
      ({ hostname, port } = new URL(other));
    },
    /** The local ports of the open connections to the server. */
    ports: (): ReadonlySet<number> =>
      new Set([...upstreams].map(({ localPort }) => localPort ?? 0)),
  };
}
