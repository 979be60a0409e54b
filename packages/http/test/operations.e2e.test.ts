import { type Authorizer, makeSyncProject, makeUseCases } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import type { ApiKeyCredentials } from '../src/index.ts';
import { askFor, SERVED_OPERATIONS, type ServedOperation } from './operations.ts';
import { listenerOf, serve } from './serve.ts';

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
  const { ask } = await serve(listenerOf(everything, {}));
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
