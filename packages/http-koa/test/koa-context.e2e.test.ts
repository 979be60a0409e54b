import { once } from 'node:events';
import Router from '@koa/router';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { createAdminWorld } from '../../http/test/admin-world.ts';
import { askFor, SERVED_OPERATIONS } from '../../http/test/operations.ts';
import { errorIn, json } from '../../http/test/serve.ts';
import { type AdminUseCases, type ApiKeyCredentials, createAdminRouter } from '../src/index.ts';
import { serveApp } from './serve-app.ts';

type UseCases = AdminUseCases<ApiKeyCredentials>;

test('each operation passes ctx.state.signal to its use case, and to admit', async () => {
  const { everything } = await createAdminWorld();
  const { signal } = new AbortController();
  const without: string[] = [];
  const called = new Set<string>();
  const watched = Object.fromEntries(
    Object.entries<(command: never) => unknown>(everything).map(([name, useCase]) => [
      name,
      (command: { readonly signal?: AbortSignal }) => {
        called.add(name);
        // Requests that share a calendar have one of their own, which ends when all of them do.
        const isTheirs = name === 'readCalendar' && command.signal !== undefined;
        if (command.signal !== signal && !isTheirs) without.push(name);
        return useCase(command as never);
      },
    ]),
  ) as unknown as typeof everything;
  const app = new Koa()
    .use((ctx, next) => {
      ctx.state['signal'] = signal;
      return next();
    })
    .use(createAdminRouter(watched).routes());
  const { ask } = await serveApp(app);

  for (const operation of SERVED_OPERATIONS) await askFor(ask, operation);
  await ask('DELETE', '/api/admin/strategies/default?guard=refuse');

  expect([...called].toSorted()).toEqual(Object.keys(everything).toSorted());
  expect(without).toEqual([]);
});

describe('Location', () => {
  const STRATEGIES = '/api/admin/strategies';
  const strategy = json({ name: 'byCountry', parameters: [] });

  test.each([
    [
      '/tenants/x',
      'the prefix of the host',
      (useCases: UseCases) => {
        const tenants = new Router();
        tenants.use('/tenants/:tenant', createAdminRouter(useCases).routes());
        return new Koa().use(tenants.routes());
      },
    ],
    [
      '/mounted',
      'the prefix that the host cut off',
      (useCases: UseCases) =>
        new Koa()
          .use((ctx, next) => {
            ctx.path = ctx.path.replace(/^\/mounted/, '');
            return next();
          })
          .use(createAdminRouter(useCases).routes()),
    ],
  ])('begins with %s: %s', async (prefix, _what, appOf) => {
    const { everything } = await createAdminWorld();
    const { ask } = await serveApp(appOf(everything));

    const { headers } = await ask('POST', `${prefix}${STRATEGIES}?a=b`, strategy);

    expect(headers.location).toBe(`${prefix}${STRATEGIES}/byCountry`);
    expect((await ask('GET', String(headers.location))).status).toBe(200);
  });
});

test.each(['request', 'req'] as const)(
  'uses the JSON that a parser left on ctx.%s',
  async (where) => {
    const { everything } = await createAdminWorld();
    const app = new Koa()
      .use(async (ctx, next) => {
        ctx.req.resume();
        await once(ctx.req, 'end');
        Object.assign(ctx[where], { body: { id: 'office', name: 'Office' } });
        await next();
      })
      .use(createAdminRouter(everything).routes());
    const { ask } = await serveApp(app);
    const sent = json({ id: 'shop', name: 'Shop' });

    const response = await ask('POST', '/api/admin/projects', sent);

    expect(JSON.parse(response.body)).toEqual({ id: 'office', name: 'Office' });
    const form = { ...sent.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
    const refused = await ask('POST', '/api/admin/projects', { ...sent, headers: form });
    expect(errorIn(refused)).toMatchObject({ status: 415 });
  },
);

test.each(['request', 'req'] as const)(
  'reads the body for which a parser that read nothing left {} on ctx.%s',
  async (where) => {
    const { everything } = await createAdminWorld();
    const app = new Koa()
      .use((ctx, next) => {
        Object.assign(ctx[where], { body: {} });
        return next();
      })
      .use(createAdminRouter(everything).routes());
    const { ask } = await serveApp(app);
    const sent = { id: 'shop', name: 'Shop' };

    const response = await ask('POST', '/api/admin/projects', json(sent));

    expect(JSON.parse(response.body)).toEqual(sent);
  },
);
