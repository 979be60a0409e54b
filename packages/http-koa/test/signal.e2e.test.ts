import Koa from 'koa';
import { expect, test } from 'vitest';
import { createAdminRouter } from '../src/index.ts';
import { createAdminWorld } from './admin-world.ts';
import { SERVED_PATHS } from './operations.ts';
import { json, serve } from './serve.ts';

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
  const bodies: Readonly<Record<string, unknown>> = {
    recordScheduledChangeRequests: [
      { id: 1, project: 'default', environment: 'e', state: 'Scheduled' },
    ],
    recordScheduledChangeRequest: {
      id: 1,
      project: 'default',
      environment: 'e',
      state: 'Scheduled',
    },
    getProjectImpact: { targets: [{ segment: 7 }] },
    getImpact: { targets: [{ segment: 7 }] },
    registerStrategy: { name: 'fresh', parameters: [] },
    changeStrategy: { parameters: [] },
    declareProjectLive: { kind: 'live' },
    registerProject: { id: 'p', name: 'P' },
  };

  for (const { path, useCases } of SERVED_PATHS) {
    for (const [method, name = 'admit'] of Object.entries(useCases)) {
      await ask(method, path, name in bodies ? json(bodies[name]) : {});
    }
  }
  await ask('DELETE', '/api/admin/strategies/default?guard=refuse');

  expect([...called].toSorted()).toEqual(Object.keys(everything).toSorted());
  expect(without).toEqual([]);
});
