import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attacked } from './attack.ts';

/** A request of an attacker. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** None when absent. */
  readonly key?: string;
  /** Sent as it is. */
  readonly body?: string;
}

const TIMEOUT_MS = 120_000;

/** Sends what an attack sends, and counts what comes back. */
export class Attacker {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #sockets = new Set<Socket>();
  readonly #statuses = new Map<string, number>();
  readonly #problems: string[] = [];

  constructor({ url }: { readonly url: string }) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true });
  }

  /** Sends a request, reads the response without keeping it, and returns the status; 0 when there was none. */
  async send({ method, path, key, body }: Sent): Promise<number> {
    const status = await this.#send({
      method,
      path,
      ...(key === undefined ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    }).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    this.count(String(status));
    return Number(status) || 0;
  }

  async #send({ method, path, key, body }: Sent): Promise<number> {
    const asked = request(new URL(path, this.#url), {
      method,
      agent: this.#agent,
      headers: {
        ...(key === undefined ? {} : { Authorization: key }),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      },
      timeout: TIMEOUT_MS,
    });
    asked.on('timeout', () => asked.destroy(new Error('no response')));
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  }

  /** Lets clients repeat something for a while, each without a pause. */
  async repeat(clients: number, ms: number, run: (client: number) => Promise<unknown>) {
    const until = performance.now() + ms;
    const work = async (client: number): Promise<void> => {
      while (performance.now() < until) {
        const begun = performance.now();
        await run(client);
        // A service that refuses connections would be asked in a busy loop.
        if (performance.now() - begun < 1) await delay(1);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  }

  /** Opens connections, writes bytes on each, and reads nothing that comes back. */
  async writeUnread(connections: number, bytes: string): Promise<void> {
    const { hostname, port } = new URL(this.#url);
    for (let made = 0; made < connections; made++) {
      const socket = connect(Number(port), hostname).pause();
      this.#sockets.add(socket);
      socket.on('error', () => {});
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      socket.write(bytes);
    }
  }

  /** Writes bytes on a connection of its own; returns what came back until it was closed or the time was over. */
  async exchange(bytes: string, ms: number): Promise<string> {
    const { hostname, port } = new URL(this.#url);
    const socket = connect(Number(port), hostname);
    this.#sockets.add(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes, 'latin1');
    await Promise.race([closed, delay(ms, undefined, { ref: false })]);
    socket.destroy();
    return received;
  }

  count(status: string): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  problem(words: string): void {
    this.#problems.push(words);
  }

  /** Closes all connections; returns what was seen. */
  end(): Attacked {
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
    return { statuses: this.#statuses, problems: this.#problems };
  }
}
