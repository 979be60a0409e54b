import Koa from 'koa';
import { ResultAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { type AdminUseCases, requestTimeout, createAdminRouter } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { serve } from './serve.ts';

const TIMEOUT_MS = 50;

type UseCases = AdminUseCases<string | undefined>;

async function serveWithin(changes: (useCases: Required<UseCases>) => Partial<UseCases>) {
  const { everything } = await createAdminWorld();
  const router = createAdminRouter({ ...everything, ...changes(everything) });
  return serve(new Koa().use(requestTimeout(TIMEOUT_MS, () => {})).use(router.routes()));
}

test('deleting a project can take longer than other operations', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { ask } = await serveWithin(({ deleteProject, listProjects }) => ({
    deleteProject: (command) =>
      ResultAsync.fromSafePromise(released).andThen(() => deleteProject(command)),
    listProjects: (query) =>
      ResultAsync.fromSafePromise(released).andThen(() => listProjects(query)),
  }));

  const deleting = ask('DELETE', '/api/admin/projects/other');
  expect((await ask('GET', '/api/admin/projects')).status).toBe(503);
  release();

  expect((await deleting).status).toBe(200);
});

test.for([
  ['a stranger', {}],
  ['an admin', { Authorization: ADMIN }],
] as const)(
  'looking up the key of %s has the ordinary deadline in a long operation',
  async ([, headers]) => {
    const { ask } = await serveWithin(() => ({
      admit: () => new ResultAsync(Promise.withResolvers<never>().promise),
    }));

    const response = await ask('DELETE', '/api/admin/projects/other', { headers });

    expect(response.status).toBe(503);
  },
);

test('a long operation ends when its client leaves', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal | undefined>();
  const { ask, server } = await serveWithin(() => ({
    deleteProject: ({ signal }) => {
      begin(signal);
      return new ResultAsync(Promise.withResolvers<never>().promise);
    },
  }));
  const leaving = ask('DELETE', '/api/admin/projects/other').catch((error: unknown) => error);
  const signal = await begun;
  server.closeAllConnections();
  expect(await leaving).toBeInstanceOf(Error);
  await expect.poll(() => signal?.aborted).toBe(true);
});
