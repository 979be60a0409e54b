import { createServer, type RequestListener, type Server } from 'node:http';
import middie from '@fastify/middie';
import {
  type AdminUseCases,
  type ApiKeyCredentials,
  createAdminApi,
  nodeMiddleware,
} from '@forewarn/http';
import express, { type Express } from 'express';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';

type UseCases = AdminUseCases<ApiKeyCredentials>;

/** Express: body parsers can come first. */
export function expressApp(useCases: UseCases): Express {
  const app = express();
  app.use(express.json());
  app.use(nodeMiddleware(useCases, { passOtherMethods: true }));
  app.get('/api/admin/ui-config', (_request, response) => void response.json({ own: true }));
  return app;
}

/** Fastify: `@fastify/middie` runs the middleware before Fastify reads the body. */
export async function fastifyApp(useCases: UseCases): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(middie);
  app.use(nodeMiddleware(useCases, { passOtherMethods: true }));
  app.get('/api/admin/ui-config', () => ({ own: true }));
  return app;
}

/** Hono, on any runtime. */
export function honoApp(useCases: UseCases): Hono {
  const api = createAdminApi(useCases, { passOtherMethods: true });
  const app = new Hono();
  app.use(async (context, next) => (await api.handle(context.req.raw)) ?? next());
  app.get('/api/admin/ui-config', (context) => context.json({ own: true }));
  return app;
}

/** Node alone: what the API does not serve goes to your listener, with its body unread. */
export function nodeServer(useCases: UseCases, listener: RequestListener): Server {
  const admin = nodeMiddleware(useCases, { passOtherMethods: true });
  return createServer((request, response) =>
    admin(request, response, () => listener(request, response)),
  );
}
