import type { Caller, GrantedPermission } from '@forewarn/record';
import { meSchema } from '@forewarn/wire';
import { type AdminResponse, respondWith, unlessTooLong } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const unlessTooManyPermissions = unlessTooLong<GrantedPermission>(
  'the permissions of the key',
  ({ projectId = '' }) => projectId.length,
);

/** The caller. */
export const userRoutes: readonly MakeRoutes[] = [
  route('getCaller', 'GET', '/user', {
    id: 'getMe',
    tag: TAGS.users,
    summary: 'Read who the key belongs to and what it may do',
    description:
      'Returns every permission of the key, also those that ADMIN implies. One that holds everywhere has no project.',
    permission: undefined,
    responses: { 200: { description: 'The caller.', schema: meSchema } },
    handle: ({ caller, heavily }, getCaller) =>
      heavily(() => getCaller(caller), { isLarge: true })
        .andThrough(({ permissions }) => unlessTooManyPermissions(permissions))
        .andThen((found) => respondWith(meResponse(found))),
  }),
];

function meResponse({ name, permissions }: Caller): AdminResponse {
  const body = {
    user: { name },
    permissions: permissions.map(({ permission, projectId }) =>
      projectId === undefined ? { permission } : { permission, project: projectId },
    ),
  };
  return { body };
}
