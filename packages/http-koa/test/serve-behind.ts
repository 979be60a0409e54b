import { once } from 'node:events';
import Koa, { type Middleware } from 'koa';
import { createAdminRouter, notFoundHandler } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { recorder, serve } from './serve.ts';

/** The path that these tests send bodies to. */
export const PROJECTS = '/api/admin/projects';

/** Serves all use cases behind a host's middleware, and records what happened. */
export async function serveBehind(host: Middleware) {
  const { everything } = await createAdminWorld();
  const { reports, reportError } = recorder();
  /** For each request with a response, whether any of its body was read. */
  const isRead: boolean[] = [];
  const app = new Koa()
    .use(async (ctx, next) => {
      await next();
      isRead.push(ctx.req.readableDidRead);
    })
    .use(notFoundHandler(reportError))
    .use(host)
    .use(createAdminRouter(everything, { reportError }).routes());
  const served = await serve(app);
  const typed = { Authorization: ADMIN, 'Content-Type': 'application/json' };
  /** Begins a request with a body, which the test continues. */
  const post = (headers: Readonly<Record<string, string>>) =>
    served.begin('POST', PROJECTS, { ...typed, ...headers });
  return { ...served, post, reports, isRead };
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
