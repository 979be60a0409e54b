import { type Authorizer, makeSyncProject, makeUseCases } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { type ApiKeyCredentials, createAdminRouter } from '../src/index.ts';
import { createAdminWorld } from './admin-world.ts';
import { askFor, SERVED_OPERATIONS, type ServedOperation } from './operations.ts';
import { serve } from './serve.ts';

test('each operation asks the authorizer each question once', async () => {
  let calls: string[] = [];
  const authorizer: Authorizer<ApiKeyCredentials> = {
    authenticate: () => {
      calls.push('authenticate');
      return okAsync({ name: 'alice' });
    },
    authorize: (_principal, permission, { projectId, environment }) => {
      calls.push(['authorize', permission, projectId, environment].join(' '));
      return okAsync();
    },
    permitted: (_principal, permission, projectIds) => {
      calls.push(['permitted', permission].join(' '));
      return okAsync(projectIds);
    },
  };
  const store = createMemoryStore();
  await store.projects.register({ id: 'default', name: 'default' }, 'test');
  const everything = {
    ...makeUseCases({ authorizer, store }),
    syncProject: makeSyncProject({ authorizer, upstream: { syncProject: () => okAsync() } }),
  };
  const { ask } = await serve(new Koa().use(createAdminRouter(everything).routes()));
  const repeated: unknown[] = [];
  const refused = { method: 'GET', path: '/api/admin/events?limit=none', useCase: 'listEvents' };

  for (const operation of [...SERVED_OPERATIONS, { ...refused, allow: '' } as ServedOperation]) {
    calls = [];
    await askFor(ask, operation);
    expect(calls).toContain('authenticate');
    if (new Set(calls).size < calls.length) repeated.push({ ...operation, calls });
  }

  expect(repeated).toEqual([]);
});

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
  const { ask } = await serve(app);

  for (const operation of SERVED_OPERATIONS) await askFor(ask, operation);
  await ask('DELETE', '/api/admin/strategies/default?guard=refuse');

  expect([...called].toSorted()).toEqual(Object.keys(everything).toSorted());
  expect(without).toEqual([]);
});
