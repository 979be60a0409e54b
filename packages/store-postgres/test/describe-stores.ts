import type { StoreWithNames } from '@forewarn/store';
import type { Contract } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import type { SqlCapability } from '@forewarn/store-sql';
import { createMemoryStore, type MemoryCapability } from '../../store-memory/src/index.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { describePostgresStore } from './describe-postgres-store.ts';

/** What a store of each kind has. */
interface Capabilities {
  readonly memory: readonly MemoryCapability[];
  readonly sql: readonly SqlCapability[];
}

/**
 * Runs contracts on a store of each kind.
 *
 * @param what what the store has, after its name: `with alerts`
 */
export function describeStores<Ports extends object>(
  what: string,
  contracts: readonly Contract<StoreWithNames & Ports>[],
  { memory, sql }: Capabilities,
): void {
  describeContracts(`the memory store, ${what}`, contracts, async () => {
    const store = createMemoryStore({}, memory) as StoreWithNames & Ports;
    return { store, release: () => store.close(), breakDown: () => store.close() };
  });
  describeSqliteStore(`the SQLite store, ${what}`, contracts, sql);
  describePostgresStore(`the Postgres store, ${what}`, { some: contracts, capabilities: sql });
}
