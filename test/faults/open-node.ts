import { openStore } from '../../packages/service/src/open-store.ts';
import { type KeyedStore, keyedStore } from '../../packages/service/src/operate/keyed-store.ts';
import { readSettings } from '../../packages/service/src/settings.ts';

export async function openNode(databaseUrl: string): Promise<KeyedStore> {
  const { store } = readSettings({ DATABASE_URL: databaseUrl })._unsafeUnwrap();
  return keyedStore((await openStore(store, { deadlineMs: 60_000 }))._unsafeUnwrap());
}
