// The other node of guard-race.ts: records what it is told to.
import process from 'node:process';
import type { PortResult, ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { openStore } from '../../packages/service/src/open-store.ts';
import { type KeyedStore, keyedStore } from '../../packages/service/src/operate/keyed-store.ts';
import { readSettings } from '../../packages/service/src/settings.ts';

/** How a change request is recorded. */
export const RECORDINGS = ['put', 'putAll', 'import'] as const;
export type Recording = (typeof RECORDINGS)[number];

/** What the node records, and how long it waits before, in milliseconds. */
export interface Order {
  readonly how: Recording;
  readonly changeRequest: ScheduledChangeRequest;
  readonly afterMs: number;
}

/** Opens the store of a `DATABASE_URL`. */
export async function openNode(databaseUrl: string): Promise<KeyedStore> {
  const { store } = readSettings({ DATABASE_URL: databaseUrl })._unsafeUnwrap();
  return keyedStore((await openStore(store, { deadlineMs: 60_000 }))._unsafeUnwrap());
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
): PortResult<unknown, { type: string }> {
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
  const store = await openNode(process.argv[2] ?? '');
  const carryOut = async (order: Order): Promise<void> => {
    busyFor(order.afterMs);
    const recorded = await record(store, order);
    process.send?.(recorded.isOk() ? 'ok' : recorded.error.type);
  };
  process.on('message', (order: Order) => void carryOut(order));
  process.once('disconnect', () => void store.close());
  process.send?.('ready');
}
