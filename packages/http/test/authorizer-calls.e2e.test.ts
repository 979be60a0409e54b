import { setImmediate as aMoment } from 'node:timers/promises';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { expect, test } from 'vitest';
import type { ApiKeyCredentials } from '../src/index.ts';
import { askFor, SERVED_OPERATIONS } from './operations.ts';
import { type Ask, errorIn, json, listenerOf, recorder, serve } from './serve.ts';

type AppAuthorizer = Authorizer<ApiKeyCredentials>;

const STRATEGY = '/api/admin/strategies/holidaySale';
const GUARDED = `${STRATEGY}?guard=refuse`;

/** The API over some projects, all live, and the strategy definition `holidaySale`. */
async function over(authorizer: AppAuthorizer, projects: number) {
  const { reports, reportError } = recorder();
  const ids = Array.from({ length: projects }, (_, no) => (no === 0 ? 'default' : `project-${no}`));
  const store = createMemoryStore();
  for (const id of ids) {
    await store.projects.register({ id, name: id }, 'test');
    await store.projects.declareLive(id, 'test');
  }
  const definition = { name: 'holidaySale', parameters: [], deprecated: false, editable: true };
  await store.strategies.register(definition, 'test');
  const everything = makeUseCases({ authorizer, store });
  const { ask } = await serve(listenerOf(everything, { reportError }));
  return { ask, store, reports };
}

/** Permits everything, as a service that takes a moment for each question, and records the questions. */
function remote(hasPermitted: boolean) {
  const calls: string[] = [];
  const asked = async (...question: readonly unknown[]): Promise<void> => {
    calls.push(question.join(' '));
    await aMoment();
  };
  const single: AppAuthorizer = {
    authenticate: async () => {
      await asked('authenticate');
      return ok({ name: 'alice' });
    },
    authorize: async (_principal, permission, { projectId, environment }) => {
      await asked('authorize', permission, projectId, environment);
      return ok();
    },
  };
  const permitted: AppAuthorizer['permitted'] = async (_principal, permission, projectIds) => {
    await asked('permitted', permission);
    return ok(projectIds);
  };
  const authorizer = hasPermitted ? { ...single, permitted } : single;
  return { authorizer, calls };
}

const repeatedIn = (calls: readonly string[]): readonly string[] =>
  calls.filter((call, index) => calls.indexOf(call) < index);

test.each([
  ['permitted', true],
  ['authorize alone', false],
])('no operation asks an authorizer with %s a question twice', async (_with, hasPermitted) => {
  const { authorizer, calls } = remote(hasPermitted);
  const { ask } = await over(authorizer, 2);
  const operations = [
    ...SERVED_OPERATIONS,
    { method: 'GET', path: '/api/admin/events?limit=none', allow: '', useCase: 'listEvents' },
    { method: 'DELETE', path: GUARDED, allow: '', useCase: 'guardedDeleteStrategy' },
  ] as const;
  const repeated: unknown[] = [];

  for (const operation of operations) {
    calls.length = 0;
    await askFor(ask, operation);
    expect(calls).toContain('authenticate');
    const again = repeatedIn(calls);
    if (again.length > 0) repeated.push({ ...operation, again });
  }

  expect(repeated).toEqual([]);
});

const QUESTION = json({ targets: [{ feature: 'checkout', intent: 'archive' }] });

test.each<[string, method: string, path: string, options: Parameters<Ask>[2], calls: number]>([
  ['a guarded delete', 'DELETE', GUARDED, undefined, 2],
  ['the impact of a delete', 'GET', `${STRATEGY}/impact`, undefined, 3],
  ['an impact over all projects', 'POST', '/api/admin/impact', QUESTION, 2],
  ['a listing of all projects', 'GET', '/api/admin/change-requests', undefined, 2],
  ['the projects', 'GET', '/api/admin/projects', undefined, 2],
  [
    'a search in one of them',
    'GET',
    '/api/admin/projects/default/change-requests/scheduled?feature=checkout',
    undefined,
    2,
  ],
  ['a listing of one of them', 'GET', '/api/admin/projects/default/change-requests', undefined, 2],
])(
  'with 500 projects, %s asks a remote authorizer few questions',
  async (_what, method, path, options, expected) => {
    const { authorizer, calls } = remote(true);
    const { ask } = await over(authorizer, 500);

    expect((await ask(method, path, options)).status).toBe(200);
    expect(calls).toHaveLength(expected);
  },
);

test.each([
  ['authenticate', 'DELETE', GUARDED],
  ['authorize', 'DELETE', GUARDED],
  ['permitted', 'GET', `${STRATEGY}/impact`],
] as const)(
  'an authorizer whose %s throws is a bug that permits nothing',
  async (method, verb, path) => {
    const broken = () => {
      throw new Error('no route');
    };
    const { authorizer } = remote(true);
    const { ask, store, reports } = await over({ ...authorizer, [method]: broken }, 2);

    expect(errorIn(await ask(verb, path))).toMatchObject({ status: 500 });
    const cause = { message: 'no route' };
    expect(reports).toMatchObject([{ error: { type: 'InternalError', cause } }]);
    expect((await store.strategies.find('holidaySale')).isOk()).toBe(true);
  },
);
