import type { ApiKeyRepository } from '@forewarn/operate';

/** Returns the names of the keys that are not limited to some projects. */
export const unlimited = async (keys: ApiKeyRepository): Promise<readonly string[]> => {
  const all = await keys.list();
  return all.unwrapOr([]).flatMap(({ name, projects }) => (projects === undefined ? [name] : []));
};
