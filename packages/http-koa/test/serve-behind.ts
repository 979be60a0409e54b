import { once } from 'node:events';
import { type ClientRequest, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import { notFoundHandler, createAdminRouter, type ErrorReport } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { type Ask, serve } from './serve.ts';

/** The path that these tests send bodies to. */
export const PROJECTS = '/api/admin/projects';

/** Serves all use cases behind a host's middleware, and records what happened. */
export async function serveBehind(host: Middleware): Promise<{
  readonly ask: Ask;
  /** Begins a request, which the test continues. */
  readonly begin: (headers: Readonly<Record<string, string>>) => ClientRequest;
  readonly server: Server;
  readonly reports: readonly ErrorReport[];
  readonly emitted: readonly unknown[];
  /** For each request with a response, whether any of its body was read. */
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

/** A host without middleware. */
export const nothing: Middleware = (_ctx, next) => next();

/** A host's parser that stores the body in `ctx.request.body`, as those of Koa do. */
export const parsing =
  (parsed: unknown): Middleware =>
  async (ctx, next) => {
    ctx.req.resume();
    await once(ctx.req, 'end');
    Object.assign(ctx.request, { body: parsed });
    await next();
  };
