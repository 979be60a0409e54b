import { type Authorizer, makeSyncProject, makeUseCases } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { type ApiKeyCredentials, createAdminRouter } from '../src/index.ts';
import { SERVED_PATHS } from './operations.ts';
import { json, serve } from './serve.ts';

const CHANGE_REQUEST = { id: 1, project: 'default', environment: 'e', state: 'Scheduled' };
const BODIES: Readonly<Record<string, unknown>> = {
  recordScheduledChangeRequests: [CHANGE_REQUEST],
  recordScheduledChangeRequest: CHANGE_REQUEST,
  getProjectImpact: { targets: [{ segment: 7 }] },
  getImpact: { targets: [{ segment: 7 }] },
  registerStrategy: { name: 'fresh', parameters: [] },
  changeStrategy: { parameters: [] },
  registerProject: { id: 'p', name: 'P' },
};

test('each request asks the authorizer each question once', async () => {
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
  const upstream = {
    url: 'https://unleash.example.com',
    deleteStrategy: () => errAsync({ type: 'UpstreamRefused' as const, reason: 'It is kept.' }),
    syncProject: () => okAsync(),
  };
  const everything = {
    ...makeUseCases({ authorizer, store }),
    syncProject: makeSyncProject({ authorizer, upstream }),
  };
  const { ask } = await serve(new Koa().use(createAdminRouter(everything).routes()));
  const repeated: unknown[] = [];
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    calls = [];
    await ask(method, path, body === undefined ? {} : json(body));
    expect(calls).toContain('authenticate');
    if (new Set(calls).size < calls.length) repeated.push({ method, path, calls });
  };

  for (const { path, useCases } of SERVED_PATHS) {
    for (const [method, name = ''] of Object.entries(useCases)) {
      if (name !== '') await send(method, path, BODIES[name]);
    }
  }
  await send('GET', '/api/admin/events?limit=none');

  expect(repeated).toEqual([]);
});
