import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sendTo } from '../faults/ask-node.ts';

/** A request of an attacker. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** None when absent. */
  readonly key?: string;
  /** JSON; a text is sent as it is. */
  readonly body?: object | string;
}

export interface Attacked {
  /** How often each status, or each failure of a connection, was the response. */
  readonly statuses: ReadonlyMap<string, number>;
  /** In words: what the attacker could do and must not. */
  readonly problems: readonly string[];
}

const TIMEOUT_MS = 120_000;

/** Sends what an attack sends, and counts what comes back. */
export class Attacker {
  readonly #url: string;
  readonly #lastsMs: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Socket>();
  readonly #statuses = new Map<string, number>();
  readonly #problems: string[] = [];

  /** @param lastsMs how long it repeats what it repeats */
  constructor(url: string, lastsMs: number) {
    this.#url = url;
    this.#lastsMs = lastsMs;
  }

  /** Sends a request, reads the response without keeping it, and returns the status; 0 when there was none. */
  async send(sent: Sent): Promise<number> {
    const status = await this.#send(sent).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    this.count(String(status));
    return Number(status) || 0;
  }

  async #send({ key, ...sent }: Sent): Promise<number> {
    const options = { ...(key === undefined ? {} : { key }), timeoutMs: TIMEOUT_MS };
    const response = await sendTo(this.#url, sent, { ...options, agent: this.#agent });
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  }

  /** Lets clients send requests, each without a pause. */
  flood(clients: number, sentBy: (client: number) => Sent): Promise<void> {
    return this.repeat(clients, (client) => this.send(sentBy(client)));
  }

  /** Lets clients repeat something, each without a pause. */
  async repeat(clients: number, run: (client: number) => Promise<unknown>): Promise<void> {
    const until = performance.now() + this.#lastsMs;
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

  #connect(): Socket {
    const { hostname, port } = new URL(this.#url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    this.#sockets.add(socket);
    return socket;
  }

  /** Opens connections, writes bytes on each, and reads nothing that comes back. */
  async writeUnread(connections: number, bytes: string): Promise<void> {
    for (let made = 0; made < connections; made++) {
      const socket = this.#connect().pause();
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      socket.write(bytes);
    }
  }

  /** Writes bytes on a connection of its own; returns what came back until it was closed or the time was over. */
  async exchange(bytes: string, ms: number): Promise<string> {
    const socket = this.#connect();
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes, 'latin1');
    await Promise.race([closed, delay(ms, undefined, { ref: false })]);
    socket.destroy();
    return received;
  }

  count(what: string, times = 1): void {
    this.#statuses.set(what, (this.#statuses.get(what) ?? 0) + times);
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
