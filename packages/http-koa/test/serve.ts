import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import {
  type AdminRouterOptions,
  answerUnknownRoutes,
  type ApiKeyCredentials,
  createAdminRouter,
  type ErrorReport,
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
      const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false });
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

/** What a test of the router looks at. */
export interface ServedAdmin extends AdminWorld {
  readonly ask: Ask;
  /** What `reportError` was told. */
  readonly reports: readonly ErrorReport[];
  /** What the app's `error` event was told. */
  readonly emitted: readonly unknown[];
}

/** Serves the router alone, over a world of its own. */
export async function serveAdmin(
  options: AdminRouterOptions<ApiKeyCredentials> & {
    readonly strategies?: readonly string[];
    readonly useCases?: Partial<AdminWorld['useCases']>;
  } = {},
): Promise<ServedAdmin> {
  const { strategies = [], useCases: others, ...routerOptions } = options;
  const { store, useCases: own } = await createAdminWorld({ strategies });
  const useCases = { ...own, ...others };
  const reports: ErrorReport[] = [];
  const emitted: unknown[] = [];
  const reportError = (report: ErrorReport): void => void reports.push(report);
  const app = new Koa();
  app.on('error', (error: unknown) => emitted.push(error));
  app.use(answerUnknownRoutes(reportError));
  app.use(createAdminRouter(useCases, { reportError, ...routerOptions }).routes());
  const { ask } = await serve(app);
  return { store, useCases, ask, reports, emitted };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The error in an answer. Throws when the answer is anything but an error as all of them must be. */
export function errorIn({ status, headers, body }: Answer): {
  readonly status: number;
  readonly id: string;
  readonly name: string;
  readonly message: string;
} {
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    throw new Error(`${status} with content-type ${headers['content-type']}: ${body}`);
  }
  const parsed: object = JSON.parse(body);
  const { id, name, message, ...others } = parsed as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || !UUID.test(id) || Object.keys(others).length > 0) {
    throw new Error(`no error body: ${body}`);
  }
  return { status, id, name: String(name), message: String(message) };
}
