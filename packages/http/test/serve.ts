import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ResponseChecker, responseChecker } from '../../../tools/response-checker.ts';
import { errorReply } from '../src/adapter.ts';
import {
  type AdminApiOptions,
  type AdminUseCases,
  type ApiKeyCredentials,
  type ErrorReport,
  nodeMiddleware,
  openApiDocument,
} from '../src/index.ts';
import { ADMIN, type AdminWorld, createAdminWorld } from './admin-world.ts';
import { beginAt, sendTo, type Sent, type TestResponse } from './responses.ts';

export { errorIn } from './responses.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends one request unchanged. It has the admin's key by default. */
export type Ask = (
  method: string,
  path: string,
  options?: Sent & { readonly body?: string },
) => Promise<TestResponse>;

export interface Served {
  readonly ask: Ask;
  /** Begins a request, which the test continues. */
  readonly begin: (method: string, path: string, headers?: Headers) => ClientRequest;
  readonly server: Server;
}

/** Serves a listener on a free port until the test ends. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begin: Served['begin'] = (...sent) => beginAt(url, ...sent);
  const ask: Ask = (method, path, { headers = { Authorization: ADMIN }, ...sent } = {}) =>
    sendTo(url, method, path, { headers, ...sent });
  return { ask, begin, server };
}

/** Records for each response, as it ends, whether any of its request's body was read. Node reads the rest afterwards. */
export function recordReads(isRead: boolean[], listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const end = outgoing.end.bind(outgoing) as (...args: readonly unknown[]) => ServerResponse;
    outgoing.end = (...args: readonly unknown[]) => {
      isRead.push(incoming.readableDidRead);
      return end(...args);
    };
    listener(incoming, outgoing);
  };
}

/** Records the calls of `reportError`. */
export function recorder() {
  const reports: ErrorReport[] = [];
  return { reports, reportError: (report: ErrorReport): void => void reports.push(report) };
}

/** The options of a request with a JSON body, as an admin by default. */
export const json = (body: unknown, headers: Headers = {}): NonNullable<Parameters<Ask>[2]> => ({
  headers: { Authorization: ADMIN, 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A served API, and what a test observes of it. */
export interface ServedAdmin extends AdminWorld, Served {
  /** The documented responses that were seen, such as `removeStrategy 404`. */
  readonly seen: ReadonlySet<string>;
  readonly reports: readonly ErrorReport[];
}

type Options = AdminApiOptions<ApiKeyCredentials, IncomingMessage>;

/** The API before a host, which responds with 404 by default. */
export function listenerOf(
  useCases: AdminUseCases<ApiKeyCredentials>,
  options: Options,
  host: RequestListener = hostWithout(options),
): RequestListener {
  const middleware = nodeMiddleware(useCases, options);
  return (incoming, outgoing) =>
    middleware(incoming, outgoing, (error) => {
      if (error !== undefined) throw error;
      host(incoming, outgoing);
    });
}

const hostWithout =
  ({ reportError = () => {} }: Options): RequestListener =>
  (incoming, outgoing) => {
    const error = { type: 'RouteNotFound', path: incoming.url ?? '' } as const;
    const handling = { reportError, emitBug: () => {} };
    const { status, headers, body } = errorReply(error, incoming, handling);
    outgoing.writeHead(status, headers).end(body);
  };

/** Serves only the API, over a new world. Checks each response against the OpenAPI document. */
export async function serveAdmin(
  options: Options & {
    readonly strategies?: readonly string[];
    readonly useCases?: Partial<AdminWorld['useCases']>;
    /** With every use case. */
    readonly isWhole?: boolean;
  } = {},
): Promise<ServedAdmin> {
  const { strategies, useCases: others, isWhole, ...apiOptions } = options;
  const world = await createAdminWorld(strategies);
  const useCases = {
    ...(isWhole === true ? world.everything : world.useCases),
    ...others,
  };
  const { reports, reportError } = recorder();
  const served = await serve(listenerOf(useCases, { reportError, ...apiOptions }));
  const documented = checkerOf(useCases, apiOptions.basePath);
  const seen = new Set<string>();
  const ask: Ask = async (method, path, asked) => {
    const response = await served.ask(method, path, asked);
    const responded = documented.check({ method, path, ...response });
    if (responded !== undefined) seen.add(responded);
    return response;
  };
  return { ...world, ...served, useCases, ask, seen, reports };
}

const CHECKERS = new Map<string, ResponseChecker>();

/** Cached, because a document is slow to make and the same for the same operations. */
function checkerOf(useCases: AdminWorld['useCases'], basePath = ''): ResponseChecker {
  const key = [basePath, ...Object.keys(useCases).toSorted()].join(' ');
  const known = CHECKERS.get(key) ?? responseChecker(openApiDocument(useCases, { basePath }));
  CHECKERS.set(key, known);
  return known;
}
