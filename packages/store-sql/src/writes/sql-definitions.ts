import {
  type CallOptions,
  type StoreUnavailable,
  type StrategyNotEditable,
  type StrategyNotFound,
  toResultAsync,
} from '@forewarn/core';
import { changedDefinition, type StrategyDefinition } from '@forewarn/record';
import type { StrategyRepository } from '@forewarn/store';
import type { Kysely, Transaction } from 'kysely';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { compileOnce } from '../session/compile-once.ts';
import { recordEvent } from './sql-events.ts';
import type { SqlSession } from '../session/sql-session.ts';
import { definitionAt, definitionOf, isLongUse, strategyUse } from '../reads/strategy-use.ts';
import type { StrategiesTable, Tables } from '../schema/tables.ts';

const turnOf = (name: string): string => `strategy ${name}`;

interface Named {
  readonly name: string;
}

const lock = compileOnce((db, { name }: Named, session: SqlSession) =>
  session.lock(definitionAt(db, name), 'forUpdate').compile(),
);

const remove = compileOnce((db, { name }: Named) =>
  db.deleteFrom('strategies').where('name', '=', name).compile(),
);

/**
 * Deletes a strategy definition as {@link StrategyRepository.delete} does, without a condition. If another write holds or
 * has just changed it, changes nothing and returns `locked`.
 */
export type DeleteUnlessLocked = (
  name: string,
  by: string,
  options?: CallOptions,
) => ResultAsync<'deleted' | 'locked', StrategyNotFound | StrategyNotEditable | StoreUnavailable>;

/** The strategy definitions of any SQL store. */
export function sqlDefinitions(
  session: SqlSession,
  deleteUnlessLocked?: DeleteUnlessLocked,
): StrategyRepository {
  const lockAndDelete = <E>(
    name: string,
    by: string,
    options: CallOptions & { readonly isLong?: (db: Kysely<Tables>) => Promise<boolean> } = {},
    check?: (transaction: Transaction<Tables>) => Promise<Result<void, E>>,
  ) =>
    session.write<void, E | StrategyNotFound | StrategyNotEditable>(
      async (transaction) => {
        const [row] = (await lock(transaction, { name }, session)).rows;
        if (row === undefined) return err({ type: 'StrategyNotFound', name });
        const preData = definitionOf(row);
        if (!preData.editable) return err({ type: 'StrategyNotEditable', name });
        const checked = await check?.(transaction);
        if (checked?.isErr()) return err(checked.error);
        await remove(transaction, { name }, undefined);
        await recordEvent(transaction, { type: 'strategy-deleted', data: null, preData }, by);
        return ok();
      },
      { ...options, turn: turnOf(name) },
    );
  return {
    register: (definition, by, options) =>
      session.write(async (transaction) => {
        const added = await transaction
          .insertInto('strategies')
          .values(definitionRow(definition))
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
      }, options),

    list: (options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('strategies')
          .select('definition')
          .orderBy('name')
          .execute();
        return ok(rows.map(definitionOf));
      }, options),

    find: (name, options) =>
      session.read(async (db) => {
        const row = await definitionAt(db, name).executeTakeFirst();
        return row === undefined ? err({ type: 'StrategyNotFound', name }) : ok(definitionOf(row));
      }, options),

    findUse: (name, options) =>
      session.read(
        async (db) => {
          const use = await strategyUse(session, db, name);
          return use === undefined ? err({ type: 'StrategyNotFound', name }) : ok(use);
        },
        { ...options, spansProjects: true, isLong: (db) => isLongUse(db, name) },
      ),

    change: (name, change, by, options) =>
      session.write(
        async (transaction) => {
          const query = definitionAt(transaction, name);
          const row = await session.lock(query, 'forNoKeyUpdate').executeTakeFirst();
          if (row === undefined) return err({ type: 'StrategyNotFound', name });
          const there = definitionOf(row);
          if (!there.editable) return err({ type: 'StrategyNotEditable', name });
          const content = changedDefinition(there, change);
          const { definition } = definitionRow(content.data);
          if (definition === row.definition) return ok();
          await transaction
            .updateTable('strategies')
            .set({ definition })
            .where('name', '=', name)
            .execute();
          await recordEvent(transaction, content, by);
          return ok();
        },
        { ...options, turn: turnOf(name) },
      ),

    delete: (name, by, options) =>
      deleteUnlessLocked === undefined
        ? lockAndDelete<never>(name, by, options)
        : deleteUnlessLocked(name, by, options).andThen((outcome) =>
            outcome === 'locked' ? toResultAsync(lockAndDelete<never>(name, by, options)) : ok(),
          ),

    deleteIf: (name, by, isAllowed, options) =>
      lockAndDelete(
        name,
        by,
        { ...options, isLong: (db) => isLongUse(db, name) },
        async (transaction) => {
          await session.settleCommits?.(transaction);
          // Those who touch it keep the row, so that no use can be missing in this statement.
          const use = await strategyUse(session, transaction, name);
          return use !== undefined && isAllowed(use) ? ok() : err({ type: 'PreconditionFailed' });
        },
      ),
  };
}

export function definitionRow(definition: StrategyDefinition): StrategiesTable {
  return {
    name: definition.name,
    editable: definition.editable ? 1 : 0,
    definition: JSON.stringify(definition),
  };
}
