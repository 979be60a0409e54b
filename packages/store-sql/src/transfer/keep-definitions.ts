import { sql, type Transaction } from 'kysely';
import type { Projection } from '../projection/projection.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';
import { TARGET_KIND_CODES } from '../projection/touch-rows.ts';

/** The names of the strategy definitions that are touched. */
export function definitionsIn({ touches }: Pick<Projection, 'touches'>): readonly string[] {
  return touches.flatMap(({ kind, value }) =>
    kind === TARGET_KIND_CODES.strategyDefinition ? [value] : [],
  );
}

/**
 * Keeps strategy definitions from being deleted until the transaction ends: a guarded delete waits, and then sees what
 * the transaction did. Locks in the order of names.
 */
export async function keepDefinitions(
  { forKeyShare, jsonRows }: Pick<SqlSession, 'forKeyShare' | 'jsonRows'>,
  transaction: Transaction<Tables>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const rows = JSON.stringify([...new Set(names)].map((name) => ({ name })));
  await forKeyShare(
    transaction
      .selectFrom('strategies')
      .select('name')
      .where('name', 'in', sql<string>`(select name from ${jsonRows(rows, { name: 'text' })})`)
      .orderBy('name'),
  ).execute();
}
