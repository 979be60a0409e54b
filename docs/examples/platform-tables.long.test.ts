import { DatabaseSync } from 'node:sqlite';
import { BUILT_IN_STRATEGY_DEFINITIONS } from '@forewarn/record';
import {
  impactContracts,
  type ImpactPorts,
  searchContracts,
  type SearchPorts,
  strategyDeleteContracts,
  type StrategyDeletePorts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { okAsync, type ResultAsync } from 'neverthrow';
import { platformCode } from './platform-code.ts';
import { PLATFORM_TABLES, platformPorts } from './platform-tables.ts';

const done = (): ResultAsync<void, never> => okAsync();

async function open() {
  const database = new DatabaseSync(':memory:');
  database.exec(PLATFORM_TABLES);
  const { reader, strategies } = platformPorts(database);
  const own = platformCode(database);
  for (const definition of BUILT_IN_STRATEGY_DEFINITIONS) own.addStrategyType(definition);

  const store: SearchPorts & ImpactPorts & StrategyDeletePorts = {
    reader,
    projects: { register: ({ id }) => done().map(() => own.addProject(id)) },
    writer: {
      put: (changeRequest) => done().map(() => own.schedule(changeRequest)),
      remove: ({ projectId, id }) => done().map(() => own.cancel(projectId, id)),
    },
    strategies: {
      ...strategies,
      register: (definition) => done().map(() => own.addStrategyType(definition)),
      list: () => okAsync(own.strategyTypes()),
    },
    events: {
      list: ({ limit }) => okAsync({ events: own.deletions(limit), hasMore: false }),
    },
  };
  const close = async (): Promise<void> => {
    if (database.isOpen) database.close();
  };
  return { store, release: close, breakDown: close };
}

describeContracts('searches in the platform’s own tables', searchContracts, open);
describeContracts('impacts in the platform’s own tables', impactContracts, open);
describeContracts('deletes in the platform’s own tables', strategyDeleteContracts, open);
