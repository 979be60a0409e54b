import type { ProjectRepository } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from './sql-session.ts';

/** The projects of any SQL store. */
export function sqlProjects(session: SqlSession): ProjectRepository {
  return {
    register: ({ id, name }, by) =>
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
      }),

    list: () =>
      session.read(async (db) => {
        const rows = await db.selectFrom('projects').select(['id', 'name']).orderBy('id').execute();
        return ok(rows.map(({ id, name }) => ({ id, name })));
      }),
  };
}
