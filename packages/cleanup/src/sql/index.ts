/**
 * How features are used, in SQL stores.
 *
 * @module @forewarn/cleanup/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { CleanupStore } from '../cleanups.ts';
import { migrations } from './migrations.ts';
import { sqlFeatureUse } from './sql-feature-use.ts';

/** Adds to a SQL store how features are used. */
export const sqlCleanup: SqlCapability<CleanupStore> = {
  tables: { forewarn_feature_use: { column: 'project_id' } },
  migrations,
  portsOver: (session) => ({ featureUse: sqlFeatureUse(session) }),
};
