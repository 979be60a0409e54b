import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { err, ok, type Result } from 'neverthrow';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { logMalformed } from './request-log.ts';
import { createServiceServer, type Lifecycle, type StopLimits } from './server/service-server.ts';

/** A server that listens. */
export interface HttpServer {
  /** `http://127.0.0.1:4242` */
  readonly url: string;
  /** Shuts down gracefully: serves connected clients for a while, finishes the requests in progress, and closes. */
  stop(limits?: StopLimits): Promise<void>;
}

/** The server can't listen on the address. */
export interface CannotListen {
  readonly type: 'CannotListen';
  readonly variable: 'HOST' | 'PORT';
  readonly reason: string;
}

// The default deadline of a request that arrives while the server still serves ends before the cut-off.
const STOP_LIMITS: StopLimits = { serveMs: 2_000, cutOffMs: 7_500 };

/** Listens on the address of the settings; port 0 takes any free port. */
export async function listen(
  app: Koa,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<Result<HttpServer, CannotListen>> {
  const report = logMalformed(log);
  const { server, stop } = createServiceServer(app.callback(), { lifecycle, report });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException;
    return err({ type: 'CannotListen', variable: PORT_CODES.has(code) ? 'PORT' : 'HOST', reason });
  }
  return ok({
    url: urlOf(server.address() as AddressInfo),
    stop: async (limits = STOP_LIMITS) => {
      const cutOff = await stop(limits);
      if (cutOff > 0) log.warn({ connections: cutOff }, 'cut off');
    },
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const PORT_CODES: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);
