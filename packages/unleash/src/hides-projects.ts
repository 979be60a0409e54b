import { z } from 'zod';
import type { UnleashApi } from './unleash-api.ts';
import { jsonIn } from './unleash-body.ts';

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
export async function hidesProjects(api: UnleashApi, signal?: AbortSignal): Promise<boolean> {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> =>
    (await api.get(path, signal))
      .andThen(jsonIn)
      .map((json) => schema.safeParse(json).data)
      .unwrapOr(undefined);
  const user = await read('/user', userSchema);
  // An admin token has this permission, and no role.
  if (user?.permissions.some(({ permission }) => permission === 'ADMIN') === true) return false;
  const profile = await read('/user/profile', profileSchema);
  return profile === undefined || profile.rootRole.name === 'Viewer';
}

/** What a sync of all projects reports if Unleash may hide some, and what to do. */
export const HIDES_PROJECTS =
  'UNLEASH_API_KEY: Unleash may hide private projects from a key with the root role Viewer, so that nothing is an all-clear over all projects; use a key of a user with another root role, such as Editor';
