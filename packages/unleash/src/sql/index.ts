/**
 * What following an upstream adds to SQL stores.
 *
 * @module @forewarn/unleash/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { FollowingPorts } from '../following-ports.ts';
import { migrations } from './migrations.ts';
import { sqlFollowing } from './sql-following.ts';

/** Adds leases and the origin to a SQL store. */
export const sqlUnleash: SqlCapability<FollowingPorts> = {
  tables: { forewarn_leases: 'alone', forewarn_origin: 'alone' },
  migrations,
  portsOver: sqlFollowing,
};
