/**
 * Previews in SQL stores.
 *
 * @module @forewarn/what-if/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { WhatIfStore } from '../what-if-reader.ts';
import { sqlWhatIfReader } from './sql-what-if-reader.ts';

/** Adds previews to a SQL store that has forecasts. They read the tables of forecasts, and have none of their own. */
export const sqlWhatIf: SqlCapability<WhatIfStore> = {
  tables: {},
  migrations: () => ({}),
  portsOver: (session) => ({ whatIf: sqlWhatIfReader(session) }),
};
