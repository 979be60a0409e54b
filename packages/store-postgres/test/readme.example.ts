import {
  migratePostgres,
  openPostgresStore,
  type PostgresSettings,
} from '@forewarn/store-postgres';

/** The ids of the change requests that a change of the feature would break. */
export async function breaksWith(feature: string, settings: PostgresSettings): Promise<string> {
  const opened = await migratePostgres(settings).andThen(() => openPostgresStore(settings));
  if (opened.isErr()) return opened.error.type;
  const store = opened.value;
  const asked = { projectId: 'shop', anyOf: [{ kind: 'feature', name: feature }] } as const;
  const found = await store.reader.search(asked);
  await store.close();
  if (found.isErr()) return found.error.type;
  return found.value.changeRequests.map(({ id }) => `#${id}`).join(', ');
}
