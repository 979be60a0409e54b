import { openSqliteStore } from '@forewarn/store-sqlite';

/** The ids of the change requests that a change of the feature would break. */
export async function breaksWith(feature: string, path = './forewarn.db'): Promise<string> {
  const opened = await openSqliteStore(path);
  if (opened.isErr()) return opened.error.type;
  const store = opened.value;
  const asked = { projectId: 'shop', anyOf: [{ kind: 'feature', name: feature }] } as const;
  const found = await store.reader.search(asked);
  await store.close();
  if (found.isErr()) return found.error.type;
  return found.value.changeRequests.map(({ id }) => `#${id}`).join(', ');
}
