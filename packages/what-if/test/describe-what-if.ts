import type { ForecastStore } from '@forewarn/forecast';
import { memoryForecast } from '@forewarn/forecast/memory';
import { sqlForecast } from '@forewarn/forecast/sql';
import type { Contract } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { RESET_FORECASTS } from '../../forecast/test/reset-forecasts.ts';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import type { WhatIfPorts } from '../src/contract/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import { sqlWhatIf } from '../src/sql/index.ts';

/** Runs contracts on a store of each kind, with previews. */
export function describeWhatIf(contracts: readonly Contract<WhatIfPorts & ForecastStore>[]): void {
  const capabilities = [sqlForecast, sqlWhatIf];
  describeContracts('the memory store, with previews', contracts, async () => {
    const store = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
    return { store, release: () => store.close(), breakDown: () => store.close() };
  });
  describeSqliteStore('the SQLite store, with previews', contracts, capabilities);
  describePostgresStore('the Postgres store, with previews', {
    some: contracts,
    added: { capabilities, reset: RESET_FORECASTS },
  });
}
