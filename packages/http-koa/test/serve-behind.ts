import { once } from 'node:events';
import { type ClientRequest, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import { notFoundHandler, createAdminRouter, type ErrorReport } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { type Ask, serve } from './serve.ts';

/** Where bodies go in these tests. */
export const PROJECTS = '/api/admin/projects';

/** Serves all use cases behind a host's middleware, and tells what became of it. */
export async function serveBehind(host: Middleware): Promise<{
  readonly ask: Ask;
  /** Begins a request, and leaves the rest to the test. */
  readonly begin: (headers: Readonly<Record<string, string>>) => ClientRequest;
  readonly server: Server;
  readonly reports: readonly ErrorReport[];
  readonly emitted: readonly unknown[];
  /** Whether anything of a request's body was read, of each that was answered. */
  readonly isRead: readonly boolean[];
}> {
  const { everything } = await createAdminWorld();
  const reports: ErrorReport[] = [];
  const emitted: unknown[] = [];
  const isRead: boolean[] = [];
  const reportError = (report: ErrorReport): void => void reports.push(report);
  const app = new Koa()
    .use(async (ctx, next) => {
      await next();
      isRead.push(ctx.req.readableDidRead);
    })
    .use(notFoundHandler(reportError))
    .use(host)
    .use(createAdminRouter(everything, { reportError }).routes());
  app.on('error', (error: unknown) => emitted.push(error));
  const { ask, server } = await serve(app);
  const begin = (headers: Readonly<Record<string, string>>): ClientRequest => {
    const { port } = server.address() as AddressInfo;
    const sent = request({
      port,
      method: 'POST',
      path: PROJECTS,
      agent: false,
      headers: { Authorization: ADMIN, 'Content-Type': 'application/json', ...headers },
    });
    return sent.on('error', () => {});
  };
  return { ask, begin, server, reports, emitted, isRead };
}

/** A host that does nothing. */
export const nothing: Middleware = (_ctx, next) => next();

/** A host's parser, as those of Koa are: what it reads is left in `ctx.request.body`. */
export const parsing =
  (parsed: unknown): Middleware =>
  async (ctx, next) => {
    ctx.req.resume();
    await once(ctx.req, 'end');
    Object.assign(ctx.request, { body: parsed });
    await next();
  };
