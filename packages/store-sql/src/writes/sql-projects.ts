import type { ProjectNotFound, ProjectRepository } from '@forewarn/core';
import type { Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf, LIVE } from '../reads/coverage-text.ts';
import { removeFromKeys } from './project-keys.ts';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';
import { withdrawAll } from './withdraw-all.ts';

/** The projects of any SQL store. */
export function sqlProjects(session: SqlSession): ProjectRepository {
  return {
    register: ({ id, name }, by, options) =>
      session.write(async (transaction) => {
        await session.assertRemoved?.(transaction, [id]);
        const added = await transaction
          .insertInto('projects')
          .values({ id, name })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        if (added.length === 0) return err({ type: 'ProjectExists', projectId: id });
        await recordEvent(
          transaction,
          { type: 'project-created', data: { id, name }, preData: null },
          by,
          { project: id },
        );
        return ok();
      }, options),

    declareLive: (id, by, options) =>
      session.write(async (transaction) => {
        const project = await session
          .forNoKeyUpdate(transaction.selectFrom('projects').selectAll().where('id', '=', id))
          .executeTakeFirst();
        if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
        if (project.coverage === LIVE) return ok();
        await transaction
          .updateTable('projects')
          .set({ coverage: LIVE })
          .where('id', '=', id)
          .execute();
        const { name, coverage } = project;
        const content = {
          type: 'project-coverage-updated',
          data: { id, name, coverage: coverageOf(LIVE) },
          preData: { id, name, coverage: coverageOf(coverage) },
        } as const;
        await recordEvent(transaction, content, by, { project: id });
        return ok();
      }, options),

    delete: (id, by, options) =>
      // There can be very many change requests.
      session.writeLong(
        (transaction) =>
          deleteProject(transaction, { id, by, session }, () =>
            withdrawAll(session, transaction, id, by, options?.signal),
          ),
        options,
      ),

    list: (options) =>
      session.read(
        async (db) => {
          const rows = await db.selectFrom('projects').selectAll().orderBy('id').execute();
          return ok(
            rows.map(({ id, name, coverage }) => ({ id, name, coverage: coverageOf(coverage) })),
          );
        },
        { ...options, isLong: true },
      ),
  };
}

/**
 * Deletes a project, removes it from its keys, and records its event. `withdraw` is called in between, with the project
 * locked.
 */
export async function deleteProject(
  transaction: Transaction<Tables>,
  {
    id,
    by,
    session,
  }: {
    readonly id: string;
    readonly by: string;
    readonly session: Pick<SqlSession, 'forUpdate' | 'jsonRows'>;
  },
  withdraw: () => Promise<void>,
): Promise<Result<void, ProjectNotFound>> {
  const project = await session
    .forUpdate(transaction.selectFrom('projects').select(['id', 'name']).where('id', '=', id))
    .executeTakeFirst();
  if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
  await withdraw();
  await removeFromKeys(session, transaction, id);
  await transaction.deleteFrom('projects').where('id', '=', id).execute();
  await recordEvent(
    transaction,
    { type: 'project-deleted', data: null, preData: { id, name: project.name } },
    by,
    { project: id },
  );
  return ok();
}
