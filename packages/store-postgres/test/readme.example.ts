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
  const found = await store.reader.search(asked).map(({ changeRequests }) => changeRequests);
  await store.close();
  return found.isOk() ? found.value.map(({ id }) => `#${id}`).join(', ') : found.error.type;
}
