import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceParts } from '../service-capability.ts';
import type { ServiceSettings, WrongSetting } from '../service-settings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { reportMalformed } from './request-log.ts';
import { createServiceServer, type Lifecycle, SERVER_LIMITS } from './server/service-server.ts';
import type { StopLimits } from './server/stop-server.ts';

/** The service over HTTP: the admin API, its documentation, the page, `/health`, `/ready` and `/metrics`. */
export interface Service {
  /** Serves a request on a server of your own, which `listen` and `stop` do not know. */
  readonly listener: RequestListener;
  /**
   * Listens on the address of the settings, with limits for each connection. Returns the URL before the base path, such as
   * `http://127.0.0.1:4242`.
   */
  listen(): ResultAsync<string, CannotListen>;
  /**
   * Shuts down gracefully: serves connected clients for a while, finishes the requests in progress, and closes. The store
   * stays open.
   */
  stop(limits?: StopLimits): Promise<void>;
}

/** The server can't listen on the address. */
export interface CannotListen {
  readonly type: 'CannotListen';
  readonly setting: 'host' | 'port';
  readonly reason: string;
}

/** Returns one line that says why a service did not start and what to do: it begins with the name of the setting. */
export function lineOf(error: WrongSetting | CannotListen): string {
  return error.type === 'WrongSetting'
    ? `${error.setting}: expected ${error.expected}`
    : `${error.setting}: can't listen: ${error.reason}; ${REMEDIES[error.setting]}`;
}

const REMEDIES: Readonly<Record<CannotListen['setting'], string>> = {
  host: 'set it to an address of this machine',
  port: 'set another port, or stop the program that uses it',
};

// The default deadline of a request that arrives while the server still serves ends before the cut-off.
const STOP_LIMITS: StopLimits = { serveMs: 2_000, cutOffMs: 7_500 };

export function makeService(
  app: RequestListener,
  lifecycle: Lifecycle,
  { host, port, keepAliveMs }: ServiceSettings,
  log: ServiceLog,
  capabilities: readonly ServiceParts[],
  { metrics }: Telemetry,
): Service {
  const report = reportMalformed(log, metrics);
  const { server, listener, stop } = createServiceServer(app, {
    lifecycle,
    report,
    limits: { ...SERVER_LIMITS, keepAliveTimeoutMs: keepAliveMs },
  });
  const isFirstSync = async (): Promise<boolean> => {
    for (const each of capabilities) if ((await each.isFirstSync?.()) === true) return true;
    return false;
  };
  const listen = async (): Promise<Result<string, CannotListen>> => {
    try {
      await listenOn(server, { host, port });
      for (const { running } of capabilities) running?.start({ isFirstSync });
      return ok(urlOf(server.address() as AddressInfo));
    } catch (error) {
      const { code, message: reason } = error as NodeJS.ErrnoException;
      return err({ type: 'CannotListen', setting: PORT_CODES.has(code) ? 'port' : 'host', reason });
    }
  };
  return {
    listener,
    listen: () => new ResultAsync(listen()),
    stop: async (limits = STOP_LIMITS) => {
      if (!server.listening) return;
      const ends = capabilities.map(({ running }) => running?.stop());
      const [cutOff] = await Promise.all([stop(limits), ...ends]);
      if (cutOff > 0) log.warn({ connections: cutOff }, 'cut off');
    },
  };
}

const ANY_ADDRESS = '::';
const NO_IPV6: ReadonlySet<unknown> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL']);

/** Listens. All addresses are those of IPv4 on a machine without IPv6. */
async function listenOn(
  server: Server,
  address: Readonly<Pick<ServiceSettings, 'host' | 'port'>>,
): Promise<void> {
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (address.host !== ANY_ADDRESS || !NO_IPV6.has(code)) throw error;
    await listenOn(server, { ...address, host: '0.0.0.0' });
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const PORT_CODES: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES']);
