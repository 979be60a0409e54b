/**
 * Forecasts in SQL stores.
 *
 * @module @forewarn/forecast/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { ForecastStore } from '../forecast-reader.ts';
import { migrations } from './migrations.ts';
import { nameFollower } from './missing-names.ts';
import { touchInfluences } from './influence-codes.ts';
import { sqlForecasts } from './sql-forecasts.ts';

export { gapsIn } from './forecast-in.ts';
export { goneIn } from './gone-in.ts';
export { onceNumbered } from './sql-forecasts.ts';
export { sqlSchedule } from './sql-schedule.ts';

/** Adds forecasts to a SQL store. */
export const sqlForecast: SqlCapability<ForecastStore> = {
  tables: { forewarn_missing_names: { column: 'project_id' } },
  migrations,
  influences: touchInfluences,
  names: nameFollower,
  portsOver: (session) => ({ forecasts: sqlForecasts(session) }),
};
