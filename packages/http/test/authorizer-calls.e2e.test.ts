import { setImmediate as aMoment } from 'node:timers/promises';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { expect, test } from 'vitest';
import type { ApiKeyCredentials } from '../src/index.ts';
import { askFor, SERVED_OPERATIONS } from './operations.ts';
import { errorIn, listenerOf, recorder, serve } from './serve.ts';

type AppAuthorizer = Authorizer<ApiKeyCredentials>;

const STRATEGY = '/api/admin/strategies/holidaySale';
const GUARDED = `${STRATEGY}?guard=refuse`;

/** The API over two projects, both live, and the strategy definition `holidaySale`. */
async function over(authorizer: AppAuthorizer) {
  const { reports, reportError } = recorder();
  const store = createMemoryStore();
  for (const id of ['default', 'other']) {
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
  const { ask } = await over(authorizer);
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
    const { ask, store, reports } = await over({ ...authorizer, [method]: broken });

    expect(errorIn(await ask(verb, path))).toMatchObject({ status: 500 });
    const cause = { message: 'no route' };
    expect(reports).toMatchObject([{ error: { type: 'InternalError', cause } }]);
    expect((await store.strategies.find('holidaySale')).isOk()).toBe(true);
  },
);
