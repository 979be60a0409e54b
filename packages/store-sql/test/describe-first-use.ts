import {
  describeContracts,
  impactContracts,
  listingContracts,
  type OpenStore,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import type { SqlSession } from '@forewarn/store-sql';
import { createStore } from './first-use.example.ts';

/** A session of a test, and how what it needs is removed. */
interface OpenedSession {
  readonly session: SqlSession & { close(): Promise<void> };
  readonly remove: () => Promise<void>;
}

/** Runs the suite on the README's store, as far as it has parts of its own. */
export function describeFirstUse(where: string, open: () => Promise<OpenedSession>): void {
  const openStore: OpenStore = async () => {
    const { session, remove } = await open();
    const store = createStore(session, () => session.close());
    const release = async (): Promise<void> => {
      await store.close();
      await remove();
    };
    return { store, release };
  };
  const name = `the README's store on ${where}`;
  describeContracts(`searches of ${name}`, searchContracts, openStore);
  describeContracts(`impacts of ${name}`, impactContracts, openStore);
  describeContracts(`listings of ${name}`, listingContracts, openStore);
  describeContracts(`deletes of ${name}`, strategyDeleteContracts, openStore);
}
