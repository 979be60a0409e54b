import { join } from 'node:path';
import type { Store } from '@forewarn/store';
import type { StateEntry } from '@forewarn/record';
import { openStore } from '../../src/open-store.ts';
import { type KeyedStore, keyedStore } from '../../src/operate/keyed-store.ts';
import type { StoreLocation } from '../../src/settings.ts';
import { allOf } from '../../../wire/test/read-text.ts';
import type { Place } from './place.ts';

/** Works directly on the default store of a place, which is faster than the command. */
export const inStore = <T>(
  { folder }: Place,
  work: (store: KeyedStore) => PromiseLike<T>,
): Promise<T> => inStoreAt({ kind: 'sqlite', path: join(folder, 'forewarn.db') }, work);

/** The same on the store at a location. */
export async function inStoreAt<T>(
  location: StoreLocation,
  work: (store: KeyedStore) => PromiseLike<T>,
): Promise<T> {
  const store = keyedStore((await openStore(location))._unsafeUnwrap());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export const stateOf = (place: Place): Promise<readonly StateEntry[]> => inStore(place, entriesOf);

/** The state of the store in a Postgres database. */
export const postgresStateOf = (connectionString: string): Promise<readonly StateEntry[]> =>
  inStoreAt({ kind: 'postgres', connectionString }, entriesOf);

const entriesOf = async ({ transfer }: Store): Promise<readonly StateEntry[]> =>
  (await allOf(transfer.export())).map((entry) => entry._unsafeUnwrap());

/** Schedules a change request for each id, in the project `shop`. */
export async function schedule(place: Place, ids: readonly number[]): Promise<void> {
  await inStore(place, async ({ projects, writer }) => {
    await projects.register({ id: 'shop', name: 'Shop' }, 'alice');
    for (const id of ids) {
      await writer.put({ ...SCHEDULED, id }, 'alice');
    }
  });
}

const SCHEDULED = {
  environment: 'production',
  project: 'shop',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
} as const;

/** The names in a state, without the built-in strategy definitions. */
export const namesIn = (state: readonly StateEntry[]): readonly string[] =>
  state.flatMap((entry) => {
    switch (entry.kind) {
      case 'project':
        return [entry.project.id];
      case 'strategy':
        return entry.definition.editable ? [entry.definition.name] : [];
      case 'scheduled':
        return [`${entry.changeRequest.project}#${entry.changeRequest.id}`];
    }
  });
