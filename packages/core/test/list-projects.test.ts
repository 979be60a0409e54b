import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type Authorizer,
  type AuthorizerUnavailable,
  type ListProjects,
  makeListProjects,
  type NoAccess,
  type ProjectRepository,
} from '../src/index.ts';
import { admitted, allowing, refusing, UNAUTHENTICATED } from './authorizers.ts';

const PROJECTS = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  name: `The ${id}`,
  coverage: { kind: 'none' as const },
}));

type StoreResult = ReturnType<ProjectRepository['list']>;

function listing(
  authorizer: (calls: unknown[]) => Authorizer<string> = allowing,
  storeResult: StoreResult = okAsync(PROJECTS),
): { readonly calls: readonly unknown[]; readonly list: ListProjects<string> } {
  const calls: unknown[] = [];
  const list = makeListProjects({
    authorizer: authorizer(calls),
    projects: {
      list: (...call) => {
        calls.push(['list', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, list };
}

/** Authenticates everyone, and returns these errors for single projects. */
const refusingIn =
  (errors: Readonly<Record<string, NoAccess | AuthorizerUnavailable>>) =>
  (): Authorizer<string> => ({
    authenticate: () => okAsync({ name: 'alice' }),
    authorize: (_principal, _permission, { projectId = '' }) => {
      const error = errors[projectId];
      return error === undefined ? okAsync() : errAsync(error);
    },
  });

const NO_ACCESS = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' } as const;
const UNAVAILABLE = { type: 'AuthorizerUnavailable', cause: new Error('no route') } as const;

describe('listProjects', () => {
  test('authenticates, lists all projects, then authorizes reading each', async () => {
    const { calls, list } = listing();

    const result = await list({ credentials: 'key' });

    expect(result.isOk() && result.value).toEqual(PROJECTS);
    const readable = PROJECTS.map(
      ({ id }) => admitted('PROJECT_CHANGE_REQUEST_READ', { projectId: id })[1],
    );
    expect(calls).toEqual([['authenticate', 'key'], ['list', {}], ...readable]);
  });

  test.each(UNAUTHENTICATED)(
    'returns $type of the authorizer, and does nothing else',
    async (no) => {
      const { calls, list } = listing(() => refusing(no));

      const result = await list({ credentials: 'key' });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    },
  );

  test('omits unreadable projects and keeps the order of the others', async () => {
    const { list } = listing(refusingIn({ a: NO_ACCESS, c: NO_ACCESS }));

    const result = await list({ credentials: 'key' });

    expect(result.isOk() && result.value.map(({ id }) => id)).toEqual(['b', 'd']);
  });

  test('returns an empty list without readable projects', async () => {
    const all = Object.fromEntries(PROJECTS.map(({ id }) => [id, NO_ACCESS]));
    const results = [
      await listing(refusingIn(all)).list({ credentials: 'key' }),
      await listing(allowing, okAsync([])).list({ credentials: 'key' }),
    ];

    expect(results.map((result) => result.isOk() && result.value)).toEqual([[], []]);
  });

  test('returns AuthorizerUnavailable of one project, never a shorter list', async () => {
    const { list } = listing(refusingIn({ a: NO_ACCESS, c: UNAVAILABLE }));

    const result = await list({ credentials: 'key' });

    expect(result.isErr() && result.error).toBe(UNAVAILABLE);
  });

  test('returns StoreUnavailable of the store unchanged', async () => {
    const error = { type: 'StoreUnavailable', cause: new Error('connection reset') } as const;
    const { list } = listing(allowing, errAsync(error));

    const result = await list({ credentials: 'key' });

    expect(result.isErr() && result.error).toBe(error);
  });
});
