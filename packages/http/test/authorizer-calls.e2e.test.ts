import { setImmediate as aMoment } from 'node:timers/promises';
import type { Authorizer } from '@forewarn/core';
import { makeSyncProject } from '@forewarn/unleash';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
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
  const everything = {
    ...makeUseCases({ authorizer, store }),
    syncProject: makeSyncProject({ authorizer, upstream: { syncProject: () => okAsync() } }),
  };
  const { ask } = await serve(listenerOf(everything, { reportError }));
  return { ask, store, reports };
}

/** Permits everything, as a service that takes a moment for each question, and records the questions. */
function remote(hasPermitted: boolean) {
  const calls: string[] = [];
  let running = 0;
  let most = 0;
  const asked = async (...question: readonly unknown[]): Promise<void> => {
    calls.push(question.join(' '));
    running += 1;
    most = Math.max(most, running);
    await aMoment();
    running -= 1;
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
  return { authorizer, calls, most: () => most };
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

describe.each<[string, method: string, path: string, options: Parameters<Ask>[2], calls: number]>([
  ['a guarded delete', 'DELETE', GUARDED, undefined, 3],
  ['the impact of a delete', 'GET', `${STRATEGY}/impact`, undefined, 3],
  ['an impact over all projects', 'POST', '/api/admin/impact', QUESTION, 2],
  ['a listing of all projects', 'GET', '/api/admin/change-requests', undefined, 2],
  ['the projects', 'GET', '/api/admin/projects', undefined, 2],
])('with 500 projects, %s', (_what, method, path, options, expected) => {
  test(`asks a remote authorizer ${expected} questions`, async () => {
    const { authorizer, calls } = remote(true);
    const { ask } = await over(authorizer, 500);

    expect((await ask(method, path, options)).status).toBe(200);
    expect(calls).toHaveLength(expected);
  });

  test('asks one without permitted about each project once, 16 at once', async () => {
    const { authorizer, calls, most } = remote(false);
    const { ask } = await over(authorizer, 500);

    expect((await ask(method, path, options)).status).toBe(200);
    expect(calls).toHaveLength(expected - 1 + 500);
    expect(repeatedIn(calls)).toEqual([]);
    expect(most()).toBe(16);
  });
});

test.each([
  ['a search', '/change-requests/scheduled?feature=checkout'],
  ['a listing', '/change-requests'],
])('with 500 projects, %s in one of them asks two questions', async (_what, path) => {
  const { authorizer, calls } = remote(true);
  const { ask } = await over(authorizer, 500);

  expect((await ask('GET', `/api/admin/projects/default${path}`)).status).toBe(200);
  expect(calls).toHaveLength(2);
});

/** What a host returns whose types are not checked. */
const NO_RESULTS: readonly (readonly [string, () => unknown])[] = [
  ['returns undefined', () => undefined],
  ['returns true', () => true],
  ['returns a plain object', () => ({ name: 'alice', value: ['default'] })],
  ['returns a promise of undefined', async () => {}],
  ['returns a promise of a plain object', async () => ({ ok: true })],
  ['returns a rejected promise', () => Promise.reject(new Error('no route'))],
  [
    'throws',
    () => {
      throw new Error('no route');
    },
  ],
];

describe.each<[keyof AppAuthorizer, string, () => unknown]>([
  ...(['authenticate', 'authorize', 'permitted'] as const).flatMap((method) =>
    NO_RESULTS.map(
      ([what, call]) => [method, what, call] as [typeof method, string, () => unknown],
    ),
  ),
  ['authenticate', 'returns a principal without a name', () => okAsync({})],
  ['authenticate', 'returns a principal with an empty name', () => okAsync({ name: '' })],
  ['authenticate', 'returns no principal', () => okAsync()],
  ['authorize', 'returns false', () => okAsync(false)],
  ['permitted', 'returns no list', () => okAsync('default')],
])('an authorizer whose %s %s', (method, _what, call) => {
  test('is a bug that permits nothing', async () => {
    const { authorizer } = remote(true);
    const { ask, store, reports } = await over({ ...authorizer, [method]: call }, 2);

    const response = await ask('DELETE', GUARDED);

    expect(errorIn(response)).toMatchObject({ status: 500, name: 'InternalError' });
    const message = expect.stringMatching(/^no route$|^\w+ of the authorizer must return/);
    expect(reports).toMatchObject([{ error: { type: 'InternalError', cause: { message } } }]);
    expect((await store.strategies.find('holidaySale')).isOk()).toBe(true);
  });
});
