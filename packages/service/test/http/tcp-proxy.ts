import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../../tools/postgres-server.ts';

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
  /** Passes everything on so much later, each way. */
  slow(ms: number): void;
  /** Leads new connections to another server; those that are open stay where they are. */
  pointTo(server: string): void;
  /** The ports from which its open connections to the server come. */
  ports(): ReadonlySet<number>;
}

/** Stands before the server of a URL. */
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
    // In the order in which it came, whatever the delay was.
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
