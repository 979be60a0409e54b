import type { StrategyRepository } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from './sql-session.ts';
import { strategyRow } from './strategy-row.ts';

/** Registers strategy definitions in any SQL store. */
export function sqlStrategies(session: SqlSession): Pick<StrategyRepository, 'register'> {
  return {
    register: (definition, by) =>
      session.write(async (transaction) => {
        const added = await transaction
          .insertInto('strategies')
          .values(strategyRow(definition))
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute();
        if (added.length === 0) return err({ type: 'StrategyExists', name: definition.name });
        await recordEvent(
          transaction,
          { type: 'strategy-created', data: definition, preData: null },
          by,
        );
        return ok();
      }),
  };
}
