import { ok, okAsync } from 'neverthrow';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases, type Store, type Upstream } from '../src/index.ts';
import { allowing } from './authorizers.ts';
import { NAME } from './strategy-world.ts';

/** The URL of the upstream. */
export const UNLEASH = 'https://unleash.example.com';

/** A definition that is copied from it. */
export const definition = { name: NAME, parameters: [], deprecated: false, editable: true };

type Deleted = ReturnType<Upstream['deleteStrategy']>;

/** A store with one definition and one project, and the use cases of one that follows an upstream. */
export async function following(
  deleted: (store: Store) => Deleted = () => okAsync('deleted'),
  authorizer = allowing([]),
  sync: (store: Store) => ReturnType<Upstream['sync']> = () => okAsync(),
) {
  const store = createMemoryStore();
  await store.strategies.register(definition, 'setup');
  await store.transfer.import(
    (async function* () {
      const project = { id: 'shop', name: 'Shop' };
      yield ok({ kind: 'project' as const, project, coverage: { kind: 'live' as const } });
    })(),
  );
  const asked: string[] = [];
  const upstream: Upstream = {
    url: UNLEASH,
    deleteStrategy: (name) => {
      asked.push(name);
      return deleted(store);
    },
    principal: 'unleash-sync',
    sync: () => {
      asked.push('sync');
      return sync(store);
    },
    syncProject: () => okAsync(),
  };
  const useCases = makeUseCases({ authorizer, store, upstream });
  const isKept = async (): Promise<boolean> => (await store.strategies.find(NAME)).isOk();
  return { store, upstream, useCases, asked, isKept };
}
