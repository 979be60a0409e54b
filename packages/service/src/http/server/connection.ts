import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, respondWith, writeTo } from './refusal.ts';

/**
 * A client's connection. Its pipelined requests are served one at a time, each once the client has read the response
 * before it; meanwhile no more of them are read.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #serve: RequestListener;
  readonly #maxPipelined: number;
  readonly #waiting: ServerResponse[] = [];
  /** The response to the request that was served last, or is being served. */
  #current: ServerResponse | undefined;
  /** When it was accepted, or its last response ended. */
  #quietSince = performance.now();
  /** How many bytes the client had sent by then. */
  #bytesRead = 0;
  /** When the sweep first saw the current response unread. */
  #unreadSince: number | undefined;
  /** Whether a request was refused as it was parsed. What comes later is not served. */
  #isBroken = false;
  /** Responds to the request that the parser refused, once those before it are served. */
  #refuse: (() => void) | undefined;

  /** Whether its requests are held until the release. */
  #isHeld: boolean;

  constructor(socket: Socket, serve: RequestListener, maxPipelined: number, isHeld: boolean) {
    this.#socket = socket;
    this.#serve = serve;
    this.#maxPipelined = maxPipelined;
    this.#isHeld = isHeld;
    // Node itself resumes the socket when a body is read or dropped.
    socket.on('resume', () => this.hasWaiting && socket.pause());
  }

  /** Whether pipelined requests wait for the current one. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether a request is being served or waits. */
  get isBusy(): boolean {
    return this.#current?.closed === false || this.hasWaiting;
  }

  /** Serves a request now, or once those before it are served. A client that pipelines too many is cut off. */
  receive(response: ServerResponse): void {
    if (this.#socket.destroyed || this.#isBroken) return;
    if (!this.isBusy && !this.#isHeld) return this.#begin(response);
    if (this.#waiting.length === this.#maxPipelined) return this.#cutOff();
    this.#waiting.push(response);
    this.#socket.pause();
  }

  /**
   * Cuts the connection off. Of a packet with a thousand requests, Node would parse all, and then destroy each with an error of its
   * own: so the parser is ended, by a field that is internal to Node. Without the field, it only takes longer.
   */
  #cutOff(): void {
    const { parser } = this.#socket as { readonly parser?: { onIncoming: () => number } };
    if (parser) parser.onIncoming = () => -1;
    this.#socket.destroy();
  }

  /** Serves the requests that were held. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (this.hasWaiting) this.#next();
  }

  /**
   * Refuses what the parser could not read, after the responses to the requests before it. A request whose body is
   * broken is refused when the app reads the body; if the app responds without reading it, that response stands.
   *
   * @param refusal gets the `X-Request-Id` that the app set
   */
  refuse(refusal: (requestId?: unknown) => Refusal): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    if (!this.#socket.writable) return void this.#socket.destroy();
    const last = this.#waiting.at(-1) ?? this.#current;
    if (last === undefined || last.req.complete) {
      this.#refuse = () => writeTo(this.#socket, refusal());
    } else {
      last.shouldKeepAlive = false;
      onceRead(last.req, () => {
        if (last.headersSent || last.req.complete || last.req.destroyed) return;
        respondWith(refusal(last.getHeader('X-Request-Id')), last);
      });
    }
    if (!this.isBusy) this.#next();
  }

  /** Closes the connection if the client has not read the current response within the time. */
  destroyIfUnread(timeoutMs: number, now: number): void {
    const isUnread = this.#current?.headersSent === true && !this.#current.closed;
    if (!isUnread) this.#unreadSince = undefined;
    else if (this.#unreadSince === undefined) this.#unreadSince = now;
    else if (now - this.#unreadSince >= timeoutMs) this.#socket.destroy();
  }

  /** Closes the connection if its client has sent nothing for this long. */
  closeIfQuiet(ms: number, now: number): void {
    const { bytesRead } = this.#socket;
    // A part of a request.
    if (bytesRead > this.#bytesRead) this.#quietSince = now;
    this.#bytesRead = bytesRead;
    if (!this.isBusy && now - this.#quietSince >= ms) this.#socket.destroySoon();
  }

  #begin(response: ServerResponse): void {
    this.#current = response;
    this.#unreadSince = undefined;
    response.once('close', () => {
      this.#quietSince = performance.now();
      this.#bytesRead = this.#socket.bytesRead;
      // In the next turn of the event loop, so that other connections have theirs.
      if (this.hasWaiting || this.#isBroken) setImmediate(() => this.#next());
    });
    response.once('prefinish', () => dropInTurns(response.req));
    this.#serve(response.req, response);
  }

  #next(): void {
    // The client has gone, or knows from `Connection: close` that later requests are not served.
    if (!this.#socket.writable) return;
    const response = this.#waiting.shift();
    if (response !== undefined) {
      this.#begin(response);
      if (!this.hasWaiting) this.#socket.resume();
    } else if (this.#refuse !== undefined) this.#refuse();
    else this.#socket.destroySoon();
  }
}

/**
 * Drops what is left of a body that the app did not read to its end, a piece for each turn of the event loop. Node would read
 * all that is there at once, of every connection.
 */
function dropInTurns(request: IncomingMessage): void {
  if (request.complete || request.readableFlowing === true) return;
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  // An app that has read a part has paused it.
  request.resume();
}

/** Calls back when the app begins to read a request's body, or at once if it has. */
function onceRead(request: IncomingMessage, callback: () => void): void {
  if (request.readableFlowing !== null) return callback();
  request.once('resume', callback);
  // An async iterator, for one, does not resume it.
  request.on('newListener', (name) => name === 'readable' && callback());
}
