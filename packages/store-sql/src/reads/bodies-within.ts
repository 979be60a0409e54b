import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutFairly, inFairOrder, type ScheduledChangeRequest } from '@forewarn/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { ReadDialect } from './read-dialect.ts';

/** Maximum change requests whose sizes are read at once. */
const MAX_SIZES = 1_000;
/** Maximum bytes of the bodies that are read at once: SQLite takes a few milliseconds for them. */
const MAX_BYTES = 1_048_576;

const COLUMNS = { position: 'bigint', project_id: 'text', id: 'bigint' } as const;

/** The key of a change request. */
export interface Key {
  readonly projectId: string;
  readonly id: number;
}

/**
 * Reads the change requests of lists, cut fairly so that their bodies take at most `maxBytes`. Sizes are read first, and no
 * more than are needed. Keys that are the same object are the same change request.
 */
export async function bodiesWithin<Name>(
  db: Kysely<Tables>,
  lists: ReadonlyMap<Name, readonly Key[]>,
  maxBytes: number,
  dialect: ReadDialect,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Name, readonly ScheduledChangeRequest[]>> {
  const pause = slices(signal);
  const keys = [...lists.values()];
  const inOrder = [...inFairOrder(keys)];
  const sizes = new Map<Key, number>();
  let bytes = 0;
  for (let start = 0; start < inOrder.length && bytes <= maxBytes; start += MAX_SIZES) {
    await pause();
    const some = inOrder.slice(start, start + MAX_SIZES);
    for (const [key, size] of await readAt(db, some, sql<number>`octet_length(c.body)`, dialect)) {
      sizes.set(key, size);
      bytes += size;
    }
  }
  const cut = cutFairly(keys, (key) => sizes.get(key) ?? Infinity, maxBytes);
  const bodies = new Map<Key, ScheduledChangeRequest>();
  for (const some of inGroups([...new Set(cut.flat())], sizes)) {
    for (const [key, body] of await readAt(db, some, sql<string>`c.body`, dialect)) {
      await pause();
      bodies.set(key, JSON.parse(body) as ScheduledChangeRequest);
    }
  }
  const read = new Map<Name, readonly ScheduledChangeRequest[]>();
  for (const [index, name] of [...lists.keys()].entries()) {
    await pause();
    read.set(
      name,
      (cut[index] ?? []).flatMap((key) => bodies.get(key) ?? []),
    );
  }
  return read;
}

/** The keys in groups whose bodies have at most {@link MAX_BYTES}, or one body. */
function* inGroups(
  keys: readonly Key[],
  sizes: ReadonlyMap<Key, number>,
): Generator<readonly Key[]> {
  let group: Key[] = [];
  let bytes = 0;
  for (const key of keys) {
    bytes += sizes.get(key) ?? 0;
    if (bytes > MAX_BYTES && group.length > 0) {
      yield group;
      group = [];
      bytes = sizes.get(key) ?? 0;
    }
    group.push(key);
  }
  yield group;
}

/** Reads a value of each change request, in any order. */
async function readAt<Value>(
  db: Kysely<Tables>,
  keys: readonly Key[],
  value: RawBuilder<Value>,
  { jsonRows, isOneOf }: ReadDialect,
): Promise<readonly (readonly [Key, Value])[]> {
  if (keys.length === 0) return [];
  const asked = keys.map(({ projectId, id }, position) => ({
    position,
    project_id: projectId,
    id,
  }));
  const projectIds = [...new Set(keys.map(({ projectId }) => projectId))];
  // It names the projects, so that no machine without them is asked.
  const { rows } = await sql<{ readonly position: number; readonly value: Value }>`
    select json_rows.position, ${value} as value
    from ${jsonRows(JSON.stringify(asked), COLUMNS)} cross join change_requests c
    where c.project_id = json_rows.project_id and c.id = json_rows.id
      and ${isOneOf('c.project_id', projectIds)}`.execute(db);
  return rows.flatMap(({ position, value: read }) => {
    const key = keys[position];
    return key === undefined ? [] : [[key, read]];
  });
}

/** Maximum time that reading a result holds the event loop at once. */
const SLICE_MS = 5;

/** Returns a function that lets the event loop run once it was held for long, and throws once the signal is aborted. */
export function slices(signal?: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  const begin = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
  return () => (performance.now() < end ? undefined : begin());
}
