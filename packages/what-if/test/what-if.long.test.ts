import { memoryForecast } from '@forewarn/forecast/memory';
import { sqlForecast } from '@forewarn/forecast/sql';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { RESET_FORECASTS } from '../../forecast/test/reset-forecasts.ts';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { whatIfContracts } from '../src/contract/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import { sqlWhatIf } from '../src/sql/index.ts';
import { isQuick } from './is-quick.ts';

const some = whatIfContracts.filter((each) => !isQuick(each));

describeContracts('the memory store, with large previews', some, async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  return { store, release: () => store.close() };
});
describeSqliteStore('the SQLite store, with large previews', some, [sqlForecast, sqlWhatIf]);
describePostgresStore('the Postgres store, with large previews', {
  some,
  added: { capabilities: [sqlForecast, sqlWhatIf], reset: RESET_FORECASTS },
});
