import type { ProjectRepository } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from './sql-session.ts';

/** The projects of any SQL store. */
export function sqlProjects(session: SqlSession): ProjectRepository {
  return {
    register: ({ id, name }, by, options) =>
      session.write(async (transaction) => {
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

    delete: (id, by, options) =>
      session.write(async (transaction) => {
        const project = await session
          .forUpdate(transaction.selectFrom('projects').select(['id', 'name']).where('id', '=', id))
          .executeTakeFirst();
        if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
        // One that is being replaced or withdrawn meanwhile is waited for: its event says what it was at last.
        await session
          .forUpdate(
            transaction
              .selectFrom('change_requests')
              .select('id')
              .where('project_id', '=', id)
              .orderBy('id'),
          )
          .execute();
        await transaction
          .insertInto('events')
          .columns(['type', 'created_by', 'project', 'environment', 'pre_data'])
          .expression((eb) =>
            eb
              .selectFrom('change_requests')
              .select([
                eb.val<string>('change-request-schedule-withdrawn').as('type'),
                eb.val(by).as('created_by'),
                'project_id',
                'environment',
                'body',
              ])
              .where('project_id', '=', id)
              .orderBy('id'),
          )
          .execute();
        await transaction.deleteFrom('projects').where('id', '=', id).execute();
        await recordEvent(
          transaction,
          { type: 'project-deleted', data: null, preData: { id, name: project.name } },
          by,
          { project: id },
        );
        return ok();
      }, options),

    list: (options) =>
      session.read(async (db) => {
        const rows = await db.selectFrom('projects').select(['id', 'name']).orderBy('id').execute();
        return ok(rows.map(({ id, name }) => ({ id, name })));
      }, options),
  };
}
