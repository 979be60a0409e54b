import type { StrategyDefinition, StrategyRepository } from '@forewarn/core';
import { recordEvent, type SqlSession } from '@forewarn/store-sql';
import { err, ok } from 'neverthrow';

/** A delete and its event, in one transaction. */
export function plainDelete(session: SqlSession): StrategyRepository['delete'] {
  return (name, by) =>
    session.write(async (transaction) => {
      const named = transaction.selectFrom('strategies').where('name', '=', name);
      const there = await session.forUpdate(named.selectAll()).executeTakeFirst();
      if (there === undefined) return err({ type: 'StrategyNotFound', name });
      if (there.editable === 0) return err({ type: 'StrategyNotEditable', name });
      await transaction.deleteFrom('strategies').where('name', '=', name).execute();
      const preData = JSON.parse(there.definition) as StrategyDefinition;
      await recordEvent(transaction, { type: 'strategy-deleted', data: null, preData }, by);
      return ok();
    });
}
