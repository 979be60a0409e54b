import { z } from 'zod';
import type { UnleashApi } from './unleash-api.ts';
import { readAs } from './unleash-body.ts';
import { lineOf } from './unleash-failure.ts';

/** What is read of `/user`. */
export const userSchema = z.object({
  permissions: z.array(z.object({ permission: z.string() })),
});

/** What is read of `/user/profile`. */
export const profileSchema = z.object({ rootRole: z.object({ name: z.string() }) });

/**
 * Returns whether Unleash may hide projects from the key: it hides private ones from users with the root role Viewer, and
 * says so nowhere. True if the role can't be read.
 */
export const hidesProjects = async (api: UnleashApi, signal?: AbortSignal): Promise<boolean> =>
  (await whyHidden(api, signal)) !== undefined;

/** Returns why Unleash may hide projects from the key, and what to do, in one line; undefined if it hides none. */
export async function whyHidden(
  api: UnleashApi,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const user = (await api.get('/user', signal)).andThen(readAs(userSchema, NO_ROLE));
  // An admin token has this permission, and no role.
  const isAdmin = user.map((each) =>
    each.permissions.some(({ permission }) => permission === 'ADMIN'),
  );
  if (isAdmin.unwrapOr(false)) return undefined;
  const profile = (await api.get('/user/profile', signal)).andThen(readAs(profileSchema, NO_ROLE));
  if (profile.isOk()) return profile.value.rootRole.name === 'Viewer' ? HIDES_PROJECTS : undefined;
  return `${lineOf(user.isErr() ? user.error : profile.error)}; until the role of the key is known, ${NO_ALL_CLEAR}`;
}

const NO_ROLE = 'no role';
const NO_ALL_CLEAR = 'nothing is an all-clear over all projects';

/** What a sync of all projects reports if Unleash may hide some from a Viewer, and what to do. */
export const HIDES_PROJECTS = `UNLEASH_API_KEY: Unleash may hide private projects from a key with the root role Viewer, so that ${NO_ALL_CLEAR}; use a key of a user with another root role, such as Editor`;
