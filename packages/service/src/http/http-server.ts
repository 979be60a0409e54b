import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { err, ok, type Result } from 'neverthrow';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLimitedServer, SERVER_LIMITS } from './limited-server.ts';
import { logMalformed } from './request-log.ts';
import { type StopLimits, stoppableServer } from './stoppable-server.ts';

/** A server that answers. */
export interface HttpServer {
  /** `http://127.0.0.1:4242` */
  readonly url: string;
  /** Serves those who are connected for a while, answers the requests that it has, and ends. */
  stop(limits?: StopLimits): Promise<void>;
}

/** The address can't be listened on. */
export interface CannotListen {
  readonly type: 'CannotListen';
  readonly variable: 'HOST' | 'PORT';
  readonly reason: string;
}

// What arrives within the first has its five seconds to be answered, before the second cuts it off.
const STOP_LIMITS: StopLimits = { serveMs: 2_000, cutOffMs: 7_500 };

/** Listens on the address of the settings; port 0 takes any free one. */
export async function listen(
  app: Koa,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<Result<HttpServer, CannotListen>> {
  const stoppable = stoppableServer(app.callback(), lifecycle, (answer, Response) =>
    createLimitedServer(answer, logMalformed(log), SERVER_LIMITS, Response),
  );
  const { server } = stoppable;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return err(cannotListen(error));
  }
  return ok({
    url: urlOf(server.address() as AddressInfo),
    stop: async (limits = STOP_LIMITS) => {
      const cutOff = await stoppable.stop(limits);
      if (cutOff > 0) log.warn({ connections: cutOff }, 'cut off');
    },
  });
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
