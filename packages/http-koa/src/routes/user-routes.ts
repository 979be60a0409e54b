import type { Caller, GrantedPermission } from '@forewarn/core';
import { meSchema } from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { type AdminResponse, respondWith, type Route } from './route.ts';
import { unlessTooLong } from './unless-too-long.ts';

const operations = {
  me: {
    id: 'getMe',
    tag: 'Users',
    summary: 'Read who the key belongs to and what it may do',
    description:
      'Returns every permission of the key, also those that ADMIN implies. One that holds everywhere has no project.',
    permission: undefined,
    path: {},
    responses: {
      200: { description: 'The caller.', schema: meSchema, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;

const unlessTooManyPermissions = unlessTooLong<GrantedPermission>(
  'the permissions of the key',
  ({ projectId = '' }) => projectId.length,
);

/** The caller. */
export function userRoutes<Credentials>({
  getCaller,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (getCaller === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/user',
      operation: operations.me,
      handle: ({ caller, heavily }) =>
        heavily(() => getCaller(caller), { isLarge: true })
          .andThrough(({ permissions }) => unlessTooManyPermissions(permissions))
          .andThen((found) => respondWith(meResponse(found))),
    },
  ];
}

function meResponse({ name, permissions }: Caller): AdminResponse {
  const body = {
    user: { name },
    permissions: permissions.map(({ permission, projectId }) =>
      projectId === undefined ? { permission } : { permission, project: projectId },
    ),
  };
  return { status: 200, body, isTagged: true };
}
