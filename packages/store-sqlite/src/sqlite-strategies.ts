import type { StrategyDefinition, StrategyRepository } from '@forewarn/core';
import { recordEvent, type SqlSession, sqlStrategies } from '@forewarn/store-sql';
import { err, ok } from 'neverthrow';

/** The strategy definitions of a SQLite store. A delete and its event are one transaction. */
export function sqliteStrategies(session: SqlSession): StrategyRepository {
  return {
    ...sqlStrategies(session),
    delete: (name, by) =>
      session.write(async (transaction) => {
        const there = await transaction
          .selectFrom('strategies')
          .select(['editable', 'definition'])
          .where('name', '=', name)
          .executeTakeFirst();
        if (there === undefined) return err({ type: 'StrategyNotFound', name });
        if (there.editable === 0) return err({ type: 'StrategyNotEditable', name });
        await transaction.deleteFrom('strategies').where('name', '=', name).execute();
        const preData = JSON.parse(there.definition) as StrategyDefinition;
        await recordEvent(transaction, { type: 'strategy-deleted', data: null, preData }, by);
        return ok();
      }),
  };
}
