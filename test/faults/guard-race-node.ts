// The other node of guard-race.ts: records what it is told to.
import process from 'node:process';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { openPostgresStore } from '@forewarn/store-postgres';
import { openSqliteStore } from '@forewarn/store-sqlite';
import { ok, type Result, type ResultAsync } from 'neverthrow';

/** How a change request is recorded. */
export const RECORDINGS = ['put', 'putAll', 'import'] as const;
export type Recording = (typeof RECORDINGS)[number];

/** What the node records, and how long it waits before, in milliseconds. */
export interface Order {
  readonly how: Recording;
  readonly changeRequest: ScheduledChangeRequest;
  readonly afterMs: number;
}

/** Where the store of the nodes is. */
export type StorePlace =
  | { readonly kind: 'Postgres'; readonly url: string }
  | { readonly kind: 'SQLite'; readonly path: string };

/** Opens a store that exists. */
export async function openNode(place: StorePlace): Promise<Store> {
  const opened =
    place.kind === 'Postgres'
      ? await openPostgresStore({ connectionString: place.url, deadlineMs: 60_000 })
      : await openSqliteStore(place.path);
  return opened._unsafeUnwrap();
}

/** Runs for a time that is shorter than a timer's. */
export function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function* entry(
  changeRequest: ScheduledChangeRequest,
): AsyncGenerator<Result<StateEntry, never>> {
  yield ok({ kind: 'scheduled', changeRequest });
}

function record(
  store: Store,
  { how, changeRequest }: Order,
): ResultAsync<unknown, { type: string }> {
  switch (how) {
    case 'put':
      return store.writer.put(changeRequest, 'ann');
    case 'putAll':
      return store.writer.putAll([changeRequest], 'ann');
    case 'import':
      return store.transfer.import(entry(changeRequest));
  }
}

if (import.meta.main) {
  const store = await openNode(JSON.parse(process.argv[2] ?? '') as StorePlace);
  const carryOut = async (order: Order): Promise<void> => {
    busyFor(order.afterMs);
    const recorded = await record(store, order);
    process.send?.(recorded.isOk() ? 'ok' : recorded.error.type);
  };
  process.on('message', (order: Order) => void carryOut(order));
  process.once('disconnect', () => void store.close());
  process.send?.('ready');
}
