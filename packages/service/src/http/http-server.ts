import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMalformedRequests } from '@forewarn/http-koa';
import type Koa from 'koa';
import { err, ok, type Result } from 'neverthrow';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { logMalformed } from './request-log.ts';

/** A server that answers. */
export interface HttpServer {
  /** `http://127.0.0.1:4242` */
  readonly url: string;
  /** Takes no more connections, answers the requests that it has, and ends. */
  stop(): Promise<void>;
}

/** The address can't be listened on. */
export interface CannotListen {
  readonly type: 'CannotListen';
  readonly variable: 'HOST' | 'PORT';
  readonly reason: string;
}

const STOP_WITHIN_MS = 10_000;

/** Listens on the address of the settings; port 0 takes any free one. */
export async function listen(
  app: Koa,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  log: Logger,
): Promise<Result<HttpServer, CannotListen>> {
  let isStopping = false;
  const answer = app.callback();
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader('Connection', 'close');
    void answer(request, response);
  });
  answerMalformedRequests(server, logMalformed(log));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return err(cannotListen(error));
  }
  return ok({
    url: urlOf(server.address() as AddressInfo),
    stop: () => {
      isStopping = true;
      return close(server);
    },
  });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cutOff = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
  await closed;
  clearTimeout(cutOff);
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const PORT_CODES: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);

function cannotListen(error: unknown): CannotListen {
  const { code, message } = error as NodeJS.ErrnoException;
  return {
    type: 'CannotListen',
    variable: PORT_CODES.has(code) ? 'PORT' : 'HOST',
    reason: message,
  };
}
