import { cutRoundRobin, inRoundRobin, timeSlices } from '@forewarn/platform';
import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { ReadDialect } from './read-dialect.ts';

/** Maximum change requests that are read at once. */
const MAX_ROWS = 1_000;
/** Maximum bytes of a body that is read with its size. */
const MAX_SMALL_BYTES = 4_096;
/** Maximum bytes of the larger bodies that are read at once: SQLite takes a few milliseconds for them. */
const MAX_BYTES = 1_048_576;

const COLUMNS = { position: 'bigint', project_id: 'text', id: 'bigint' } as const;

/**
 * Reads the change requests of lists, cut in round robin so that their bodies take at most `maxBytes`. Sizes are read first, no more
 * than are needed, and with them small bodies. Keys that are the same object are the same change request.
 *
 * @param isWhole returns nothing unless all fit, without a look at any, and leaves out one that can't be read
 */
export async function limitedBodies<Name>(
  db: Kysely<Tables>,
  lists: ReadonlyMap<Name, readonly ChangeRequestKey[]>,
  maxBytes: number,
  dialect: ReadDialect,
  signal: AbortSignal | undefined,
  isWhole = false,
): Promise<ReadonlyMap<Name, readonly ScheduledChangeRequest[]>> {
  const pause = timeSlices(signal);
  const keys = [...lists.values()];
  const inOrder = [...inRoundRobin(keys)];
  const sizes = new Map<ChangeRequestKey, number>();
  const texts = new Map<ChangeRequestKey, string>();
  let bytes = 0;
  for (let start = 0; start < inOrder.length && bytes <= maxBytes; start += MAX_ROWS) {
    await pause();
    const some = inOrder.slice(start, start + MAX_ROWS);
    for (const { key, size, body } of await readAt(db, some, MAX_SMALL_BYTES, dialect)) {
      sizes.set(key, size);
      if (body !== null) texts.set(key, body);
      bytes += size;
    }
  }
  if (isWhole && bytes > maxBytes && inOrder.length > 1) return new Map();
  const cut = cutRoundRobin(keys, (key) => sizes.get(key) ?? Infinity, maxBytes);
  const listed = [...new Set(cut.flat())];
  const bodies = new Map<ChangeRequestKey, ScheduledChangeRequest>();
  const keep = async (key: ChangeRequestKey, text: string): Promise<void> => {
    await pause();
    const body = bodyOf(text, isWhole);
    if (body !== undefined) bodies.set(key, body);
  };
  const large = listed.filter((key) => !texts.has(key));
  for (const some of inGroups(large, sizes)) {
    // Texts of a whole list beside its bodies would take twice the memory.
    for (const { key, body } of await readAt(db, some, Number.MAX_SAFE_INTEGER, dialect)) {
      if (body !== null) await keep(key, body);
    }
  }
  for (const key of listed) {
    const text = texts.get(key);
    if (text !== undefined) await keep(key, text);
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

function bodyOf(text: string, isTolerant: boolean): ScheduledChangeRequest | undefined {
  try {
    return JSON.parse(text) as ScheduledChangeRequest;
  } catch (error) {
    if (isTolerant) return undefined;
    throw error;
  }
}

/** The keys in groups whose bodies have at most {@link MAX_BYTES}, or one body. */
function* inGroups(
  keys: readonly ChangeRequestKey[],
  sizes: ReadonlyMap<ChangeRequestKey, number>,
): Generator<readonly ChangeRequestKey[]> {
  let group: ChangeRequestKey[] = [];
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

interface ReadRow {
  readonly key: ChangeRequestKey;
  readonly size: number;
  /** Null if it is too large. */
  readonly body: string | null;
}

/** Reads the size of each change request, in any order, and bodies up to a size. */
async function readAt(
  db: Kysely<Tables>,
  keys: readonly ChangeRequestKey[],
  maxBodyBytes: number,
  { jsonRows, isOneOf }: ReadDialect,
): Promise<readonly ReadRow[]> {
  if (keys.length === 0) return [];
  const asked = keys.map(({ projectId, id }, position) => ({
    position,
    project_id: projectId,
    id,
  }));
  const projectIds = [...new Set(keys.map(({ projectId }) => projectId))];
  // It names the projects, so that no machine without them is asked.
  const { rows } = await sql<Omit<ReadRow, 'key'> & { readonly position: number }>`
    select json_rows.position, octet_length(c.body) as size,
      case when octet_length(c.body) <= ${sql.lit(maxBodyBytes)} then c.body end as body
    from ${jsonRows(JSON.stringify(asked), COLUMNS)} cross join change_requests c
    where c.project_id = json_rows.project_id and c.id = json_rows.id
      and ${isOneOf('c.project_id', projectIds)}`.execute(db);
  return rows.flatMap(({ position, size, body }) => {
    const key = keys[position];
    return key === undefined ? [] : [{ key, size, body }];
  });
}
