import type { Projection } from '../projection/projection.ts';
import { TARGET_KIND_CODES } from '../projection/touch-rows.ts';
import { among } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';

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
  { session, transaction }: Writing<'lock' | 'jsonRows'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const query = transaction
    .selectFrom('strategies')
    .select('name')
    .where('name', 'in', among(session.jsonRows, [...new Set(names)]))
    .orderBy('name');
  await session.lock(query, 'forKeyShare').execute();
}
