import { sql, type Transaction } from 'kysely';
import type { Projection } from './projection.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';
import { TARGET_KIND_CODES } from './touch-rows.ts';

/**
 * Keeps the strategy definitions that are touched from being deleted until the transaction ends: a guarded delete waits,
 * and then sees the touches. Locks in the order of names.
 */
export async function keepDefinitions(
  { forKeyShare, jsonRows }: Pick<SqlSession, 'forKeyShare' | 'jsonRows'>,
  transaction: Transaction<Tables>,
  { touches }: Pick<Projection, 'touches'>,
): Promise<void> {
  const names = touches.flatMap(({ kind, value }) =>
    kind === TARGET_KIND_CODES.strategyDefinition ? [value] : [],
  );
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
