import { type Authorizer, type Permission, PERMISSIONS } from '@forewarn/core';
import { makeGetCaller } from '@forewarn/record';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import type { UseCases } from '../src/make-use-cases.ts';

const PROJECTS = ['a', 'b'].map((id) => ({ id, name: id, coverage: { kind: 'live' as const } }));

/** Where a permission holds: `-` is outside of projects. */
type Grants = Readonly<Partial<Record<Permission, readonly string[]>>>;

const granting = (grants: Grants): Authorizer<string> => ({
  authenticate: () => okAsync({ name: 'alice' }),
  authorize: (_principal, permission, { projectId = '-' }) =>
    grants[permission]?.includes(projectId) === true
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, projectId }),
});

const getting = (authorizer: Authorizer<string>): UseCases<string>['getCaller'] =>
  makeGetCaller({ authorizer, projects: { list: () => okAsync(PROJECTS) } });

describe('getCaller', () => {
  test.for<[string, Grants, readonly object[]]>([
    ['nothing of a caller without permissions', {}, []],
    [
      'a permission without a project if it holds everywhere',
      { PROJECT_CHANGE_REQUEST_READ: ['-', 'a', 'b'] },
      [{ permission: 'PROJECT_CHANGE_REQUEST_READ' }],
    ],
    [
      'a permission by project if it holds in some of them',
      { PROJECT_CHANGE_REQUEST_READ: ['-', 'b'], ADMIN: ['a'] },
      [
        { permission: 'ADMIN', projectId: 'a' },
        { permission: 'PROJECT_CHANGE_REQUEST_READ', projectId: 'b' },
      ],
    ],
    [
      'a permission by project if it holds in all of them and not outside',
      { ADMIN: ['a', 'b'] },
      [
        { permission: 'ADMIN', projectId: 'a' },
        { permission: 'ADMIN', projectId: 'b' },
      ],
    ],
    [
      'a permission for definitions without a project',
      { DELETE_STRATEGY: ['-'], UPDATE_STRATEGY: ['a'] },
      [{ permission: 'DELETE_STRATEGY' }],
    ],
  ])('lists %s', async ([, grants, permissions]) => {
    const result = await getting(granting(grants))({ credentials: 'key' });

    expect(result._unsafeUnwrap()).toEqual({ name: 'alice', permissions });
  });

  test('lists every permission of a caller that may do everything', async () => {
    const all = PERMISSIONS.map((permission) => [permission, ['-', 'a', 'b']]);

    const result = await getting(granting(Object.fromEntries(all)))({ credentials: 'key' });

    const permissions = PERMISSIONS.map((permission) => ({ permission }));
    expect(result._unsafeUnwrap()).toEqual({ name: 'alice', permissions });
  });

  test.each(['-', 'b'])('returns AuthorizerUnavailable in the scope %s', async (scope) => {
    const error = { type: 'AuthorizerUnavailable', cause: new Error('no route') } as const;
    const result = await getting({
      authenticate: () => okAsync({ name: 'alice' }),
      authorize: (_principal, _permission, { projectId = '-' }) =>
        projectId === scope ? errAsync(error) : okAsync(),
    })({ credentials: 'key' });

    expect(result._unsafeUnwrapErr()).toBe(error);
  });
});
