import { inspect } from 'node:util';
import { match } from 'path-to-regexp';
import { adminEndpoints } from './endpoints.ts';
import {
  emitBugs,
  type ErrorHandling,
  lateReply,
  type MapError,
  type ReportError,
} from './errors/error-responses.ts';
import type { Exchange, Reply } from './exchange.ts';
import { checkTimeout, type Deadline, withDeadline } from './request/deadline.ts';
import { checkBasePath } from './routes/admin-routes.ts';
import type { AdminUseCases, ServedOptions } from './routes/route.ts';

/** An API key; undefined if the request has none. */
export type ApiKeyCredentials = string | undefined;

/** How the admin API fits into its host. `Native` is the request of the host's framework. */
export interface AdminApiOptions<Credentials, Native = Request> extends ServedOptions {
  /** The path before `/api/admin`, such as `/flags`. Empty by default. */
  readonly basePath?: string;
  /**
   * Returns the credentials of a request: by default, the API key in its Authorization header or, of a calendar, in its query.
   * The authorizer checks them. If it throws, that is a bug.
   */
  readonly credentialsOf?: (request: Native) => Credentials;
  /** Receives each error response. By default, only bugs are reported, to standard error. */
  readonly reportError?: ReportError<Native>;
  /** Changes the status, name, message or headers of errors. Forewarn's own are used by default. */
  readonly mapError?: MapError;
  /** Time until a request gets a 503 and its work ends, in milliseconds. None by default. */
  readonly timeoutMs?: number;
  /**
   * Leaves other methods of the paths to the host, for a host whose own routes come later. By default, they get a 405, and
   * OPTIONS the list of methods.
   */
  readonly passOtherMethods?: boolean;
}

/** A request before it is known whether it is ours. */
export type Incoming<Native> = Omit<Exchange<Native>, 'params' | keyof Deadline> & {
  /** Calls its listener when the client leaves before it has the response, even if it already has. */
  readonly onceLeft: (listener: () => void) => void;
  /** Whether the app waits for more of the body. */
  readonly isArriving: () => boolean;
};

/** Returns the reply to a request; undefined if no use case serves it. */
export type AdminHandler<Native> = (incoming: Incoming<Native>) => Promise<Reply> | undefined;

/** Serves the admin API for frameworks whose router it does not use. */
export function adminHandler<Credentials, Native>(
  useCases: AdminUseCases<Credentials>,
  options: AdminApiOptions<Credentials, Native>,
): AdminHandler<Native> {
  const { basePath = '', timeoutMs, passOtherMethods = false } = options;
  checkBasePath(basePath);
  if (timeoutMs !== undefined) checkTimeout(timeoutMs);
  const handling: ErrorHandling<Native> = {
    reportError: options.reportError ?? emitBugs(printBug),
    mapError: options.mapError,
    emitBug: printBug,
  };
  const endpoints = adminEndpoints(useCases, { ...options, ...handling }).map((endpoint) => ({
    ...endpoint,
    paramsIn: match<Exchange['params']>(`${basePath}/api/admin${endpoint.path}`, {
      decode: decodeIfPossible,
    }),
  }));
  return (incoming) => {
    for (const { paramsIn, has, serve } of endpoints) {
      const found = paramsIn(incoming.path);
      if (found === false) continue;
      if (passOtherMethods && !has(incoming.method)) return undefined;
      const exchange = { ...incoming, params: found.params };
      if (timeoutMs === undefined) return serve(exchange);
      const late = () => lateReply(incoming.isArriving(), incoming.native, handling);
      return withDeadline(timeoutMs, incoming.onceLeft, late, (deadline) =>
        serve({ ...exchange, ...deadline }),
      );
    }
    return undefined;
  };
}

/** The endpoint responds with 400 to what can't be decoded. */
function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function printBug(bug: Error): void {
  process.stderr.write(`${inspect(bug)}\n`);
}

/** The headers of a reply with its length, which a reply to HEAD has without the body. */
export function headersOf({ status, headers, body }: Reply): Readonly<Record<string, string>> {
  if (status === 204 || status === 304) return headers;
  return { ...headers, 'Content-Length': String(body === null ? 0 : Buffer.byteLength(body)) };
}
