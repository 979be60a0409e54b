import type { ProjectNotFound } from '@forewarn/core';
import type { ProjectRepository } from '@forewarn/record';
import { sql } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf, LIVE } from '../reads/project-rows.ts';
import { recordEvent } from './sql-events.ts';
import { removeNames } from './sql-names.ts';
import { among } from '../session/json-rows.ts';
import {
  hasMoreThan,
  MAX_SHORT_ROWS,
  type SqlSession,
  type Writing,
} from '../session/sql-session.ts';
import { keysOf, removeChangeRequests } from './withdrawals.ts';

/** Maximum change requests that are withdrawn before the signal is looked at. */
const PAGE = 500;

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
        const content = { type: 'project-created', data: { id, name }, preData: null } as const;
        await recordEvent(transaction, content, by, id);
        return ok();
      }, options),

    declareLive: (id, by, options) =>
      session.write(async (transaction) => {
        const query = transaction.selectFrom('projects').selectAll().where('id', '=', id);
        const project = await session.lock(query, 'forNoKeyUpdate').executeTakeFirst();
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
        await recordEvent(transaction, content, by, id);
        return ok();
      }, options),

    delete: (id, by, options) =>
      // There can be very many change requests.
      session.writeLong(
        (transaction) =>
          deleteProject({ session, transaction }, id, by, async () => {
            for await (const keys of keysOf(transaction, id, PAGE)) {
              await removeChangeRequests({ session, transaction }, keys);
              // To finish first would keep other writes waiting for nothing.
              options?.signal?.throwIfAborted();
            }
          }),
        { ...options, isSteady: true },
      ),

    list: ({ projectIds, ...options } = {}) =>
      session.read(
        async (db) => {
          const query = db.selectFrom('projects').selectAll().orderBy('id');
          const isAsked = projectIds && sql<boolean>`id in ${among(session.jsonRows, projectIds)}`;
          const rows = await (isAsked === undefined ? query : query.where(isAsked)).execute();
          return ok(
            rows.map(({ id, name, coverage }) => ({ id, name, coverage: coverageOf(coverage) })),
          );
        },
        {
          ...options,
          isLong: async (db) =>
            (projectIds?.length ?? Infinity) > MAX_SHORT_ROWS &&
            hasMoreThan(MAX_SHORT_ROWS, db, sql`select 1 from projects`),
        },
      ),
  };
}

/**
 * Deletes a project, removes it from its keys, and records its event. `removeAll` is called in between, with the project
 * locked.
 */
export async function deleteProject(
  to: Writing<'lock' | 'jsonRows' | 'hooks'>,
  id: string,
  by: string,
  removeAll: () => Promise<void>,
): Promise<Result<void, ProjectNotFound>> {
  const { session, transaction } = to;
  const query = transaction.selectFrom('projects').select(['id', 'name']).where('id', '=', id);
  const project = await session.lock(query, 'forUpdate').executeTakeFirst();
  if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
  await removeAll();
  await removeNames(transaction, id);
  for (const { tables = {}, removeProject } of session.hooks) {
    await removeProject?.(to, id);
    for (const [table, location] of Object.entries(tables)) {
      if (typeof location !== 'object') continue;
      const isOwn = sql`${sql.ref(location.column)} = ${id}`;
      await sql`delete from ${sql.table(table)} where ${isOwn}`.execute(transaction);
    }
  }
  await transaction.deleteFrom('projects').where('id', '=', id).execute();
  const preData = { id, name: project.name };
  await recordEvent(transaction, { type: 'project-deleted', data: null, preData }, by, id);
  return ok();
}
