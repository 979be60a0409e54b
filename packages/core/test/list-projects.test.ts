import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { type AuthorizerUnavailable, makeListProjects, type NoAccess } from '../src/index.ts';

const PROJECTS = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  name: `The ${id}`,
  coverage: { kind: 'none' as const },
}));

/** Lists the projects for a caller whom the authorizer permits every one except those with an error. */
const listExcept = (errors: Readonly<Record<string, NoAccess | AuthorizerUnavailable>>) =>
  makeListProjects<string>({
    authorizer: {
      authenticate: () => okAsync({ name: 'alice' }),
      authorize: (_principal, _permission, { projectId = '' }) => {
        const error = errors[projectId];
        return error === undefined ? okAsync() : errAsync(error);
      },
    },
    projects: { list: () => okAsync(PROJECTS) },
  })({ credentials: 'key' });

const NO_ACCESS = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' } as const;
const UNAVAILABLE = { type: 'AuthorizerUnavailable', cause: new Error('no route') } as const;

describe('listProjects', () => {
  test('omits unreadable projects and keeps the order of the others', async () => {
    const listed = await listExcept({ a: NO_ACCESS, c: NO_ACCESS });

    expect(listed._unsafeUnwrap().map(({ id }) => id)).toEqual(['b', 'd']);
  });

  test('returns an empty list without readable projects', async () => {
    const all = Object.fromEntries(PROJECTS.map(({ id }) => [id, NO_ACCESS]));

    expect((await listExcept(all))._unsafeUnwrap()).toEqual([]);
  });

  test('returns AuthorizerUnavailable of one project, never a shorter list', async () => {
    const listed = await listExcept({ a: NO_ACCESS, c: UNAVAILABLE });

    expect(listed._unsafeUnwrapErr()).toBe(UNAVAILABLE);
  });
});
