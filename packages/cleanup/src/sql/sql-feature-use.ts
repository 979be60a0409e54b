import {
  type FeatureUse,
  type FeatureUseRepository,
  isOutdated,
  type ProjectFeatureUse,
} from '@forewarn/record';
import { among, lockProjects, type SqlSession } from '@forewarn/store-sql';
import { err, ok } from 'neverthrow';
import type { FeatureUseTable } from './tables.ts';

/** How features are used, in any SQL store. */
export function sqlFeatureUse(session: SqlSession): FeatureUseRepository {
  return {
    replace: ({ projectId, asOf, features, plannedDefinitions }, options) =>
      session.write(async (transaction) => {
        // One replacement at a time.
        const there = await lockProjects({ session, transaction }, [projectId], 'forNoKeyUpdate');
        if (!there.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
        const stored = await transaction
          .selectFrom('forewarn_feature_use')
          .select('as_of')
          .where('project_id', '=', projectId)
          .executeTakeFirst();
        if (stored !== undefined && isOutdated(asOf, stored.as_of)) return ok();
        const use = {
          as_of: asOf,
          features: JSON.stringify(features),
          planned_definitions:
            plannedDefinitions === undefined ? null : JSON.stringify(plannedDefinitions),
        };
        await transaction
          .insertInto('forewarn_feature_use')
          .values({ project_id: projectId, ...use })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet(use))
          .execute();
        return ok();
      }, options),

    find: (projectIds, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('forewarn_feature_use')
          .selectAll()
          .where('project_id', 'in', among(session.jsonRows, projectIds))
          .orderBy('project_id')
          .execute();
        return ok(rows.map(useIn));
      }, options),
  };
}

const useIn = (row: FeatureUseTable): ProjectFeatureUse => ({
  projectId: row.project_id,
  asOf: row.as_of,
  features: JSON.parse(row.features) as readonly FeatureUse[],
  ...(row.planned_definitions === null
    ? {}
    : { plannedDefinitions: JSON.parse(row.planned_definitions) as readonly string[] }),
});
