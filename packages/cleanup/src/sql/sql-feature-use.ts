import type { FeatureUse, FeatureUseRepository, ProjectFeatureUse } from '@forewarn/record';
import {
  among,
  lockProjects,
  type Migrations,
  running,
  type SchemaDialect,
  type SqlSession,
  type Writing,
} from '@forewarn/store-sql';
import { err, ok } from 'neverthrow';

declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_feature_use: FeatureUseTable;
  }
}

/** How the features of a project are used. The primary key is the project. */
interface FeatureUseTable {
  project_id: string;
  /** The time, in ISO 8601. */
  as_of: string;
  /** A list of `FeatureUse` as JSON text. */
  features: string;
  /** A list of names as JSON text; null if they are not known. */
  planned_definitions: string | null;
}

/** The table of how features are used. */
export const migrations = ({ key, table }: SchemaDialect): Migrations => ({
  '0008_cleanup': running(
    `create table forewarn_feature_use (
      project_id ${key} not null primary key,
      as_of text not null,
      features text not null,
      planned_definitions text
    ) ${table}`,
  ),
});

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
        if (stored !== undefined && Date.parse(stored.as_of) > Date.parse(asOf)) return ok();
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

/** Removes how the features of a project are used. */
export async function removeFeatureUse(
  { transaction }: Pick<Writing, 'transaction'>,
  projectId: string,
): Promise<void> {
  await transaction
    .deleteFrom('forewarn_feature_use')
    .where('project_id', '=', projectId)
    .execute();
}
