import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import { type ResponseChecker, responseChecker } from '../../../tools/response-checker.ts';
import {
  type AdminRouterOptions,
  notFoundHandler,
  type ApiKeyCredentials,
  createAdminRouter,
  type ErrorReport,
  openApiDocument,
} from '../src/index.ts';
import { ADMIN, type AdminWorld, createAdminWorld } from './admin-world.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one request as it is: `fetch` would mend its path first. With the admin's key, unless it has another. */
export type Ask = (
  method: string,
  path: string,
  options?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<Answer>;

/** Serves an app on a port of its own until the test ends. */
export async function serve(
  app: Pick<Koa, 'callback'>,
): Promise<{ readonly ask: Ask; readonly server: Server }> {
  const answer = app.callback();
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask: Ask = (method, path, { headers = { Authorization: ADMIN }, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      // Of itself Node's client would not say that a GET has a body.
      const isSized = body !== '' && headers['Transfer-Encoding'] === undefined;
      const length = isSized ? { 'Content-Length': Buffer.byteLength(body) } : {};
      const sent = request({
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...length, ...headers },
        agent: false,
      });
      sent.once('error', reject).once('response', (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .once('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
      });
      sent.end(body);
    });
  return { ask, server };
}

/** A body as JSON, and the header that goes with it; as an admin unless the header has another key. */
export const json = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): NonNullable<Parameters<Ask>[2]> => ({
  headers: { Authorization: ADMIN, 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** What a test of the router looks at. */
export interface ServedAdmin extends AdminWorld {
  readonly ask: Ask;
  /** Which operations have answered with which documented statuses: `removeStrategy 404`. */
  readonly seen: ReadonlySet<string>;
  /** What `reportError` was told. */
  readonly reports: readonly ErrorReport[];
  /** What the app's `error` event was told. */
  readonly emitted: readonly unknown[];
}

/** Serves the router alone, over a world of its own. Whatever it answers has to be as it is documented. */
export async function serveAdmin(
  options: AdminRouterOptions<ApiKeyCredentials> & {
    readonly strategies?: readonly string[];
    readonly useCases?: Partial<AdminWorld['useCases']>;
    /** With all use cases that there are. */
    readonly isWhole?: boolean;
  } = {},
): Promise<ServedAdmin> {
  const { strategies = [], useCases: others, isWhole = false, ...routerOptions } = options;
  const { store, useCases: own, everything } = await createAdminWorld({ strategies });
  const useCases = { ...(isWhole ? everything : own), ...others };
  const reports: ErrorReport[] = [];
  const emitted: unknown[] = [];
  const reportError = (report: ErrorReport): void => void reports.push(report);
  const app = new Koa();
  app.on('error', (error: unknown) => emitted.push(error));
  app.use(notFoundHandler(reportError));
  app.use(createAdminRouter(useCases, { reportError, ...routerOptions }).routes());
  const { ask: send } = await serve(app);
  const documented = checkerOf(useCases, routerOptions.basePath);
  const seen = new Set<string>();
  const ask: Ask = async (method, path, asked) => {
    const answer = await send(method, path, asked);
    const answered = documented.check({ method, path, ...answer });
    if (answered !== undefined) seen.add(answered);
    return answer;
  };
  return { store, useCases, everything, ask, seen, reports, emitted };
}

const CHECKERS = new Map<string, ResponseChecker>();

/** A document takes a while to make, and is the same for all that serve the same. */
function checkerOf(useCases: AdminWorld['useCases'], basePath = ''): ResponseChecker {
  const key = [basePath, ...Object.keys(useCases).toSorted()].join(' ');
  const known = CHECKERS.get(key) ?? responseChecker(openApiDocument(useCases, { basePath }));
  CHECKERS.set(key, known);
  return known;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An error as it was answered. */
export interface AnsweredError {
  readonly status: number;
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** Where something is wrong, of a BadDataError. */
  readonly paths?: readonly string[];
}

/** The error in an answer. Throws when the answer is anything but an error as all of them must be. */
export function errorIn({ status, headers, body }: Answer): AnsweredError {
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    throw new Error(`${status} with content-type ${headers['content-type']}: ${body}`);
  }
  const parsed: object = JSON.parse(body);
  const { id, name, message, details, ...others } = parsed as Readonly<Record<string, unknown>>;
  const isWhole = Array.isArray(details) === (name === 'BadDataError');
  if (typeof id !== 'string' || !UUID.test(id) || !isWhole || Object.keys(others).length > 0) {
    throw new Error(`no error body: ${body}`);
  }
  const error = { status, id, name: String(name), message: String(message) };
  return Array.isArray(details) ? { ...error, paths: details.map(pathIn) } : error;
}

function pathIn(detail: object): string {
  const { path, message, ...others } = detail as Readonly<Record<string, unknown>>;
  if (!String(message).startsWith('expected ') || Object.keys(others).length > 0) {
    throw new Error(`no detail: ${JSON.stringify(detail)}`);
  }
  return String(path);
}
