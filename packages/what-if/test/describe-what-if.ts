import type { ForecastStore } from '@forewarn/forecast';
import { memoryForecast } from '@forewarn/forecast/memory';
import { sqlForecast } from '@forewarn/forecast/sql';
import type { Contract } from '@forewarn/store-contract';
import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import type { WhatIfPorts } from '../src/contract/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import { sqlWhatIf } from '../src/sql/index.ts';

/** Runs contracts on a store of each kind, with previews. */
export const describeWhatIf = (contracts: readonly Contract<WhatIfPorts & ForecastStore>[]): void =>
  describeStores('with previews', contracts, {
    memory: [memoryForecast, memoryWhatIf],
    sql: [sqlForecast, sqlWhatIf],
  });
