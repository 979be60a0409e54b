import { DatabaseSync } from 'node:sqlite';
import { BUILT_IN_STRATEGY_DEFINITIONS } from '@forewarn/core';
import {
  describeContracts,
  impactContracts,
  type ImpactPorts,
  searchContracts,
  type SearchPorts,
  strategyDeleteContracts,
  type StrategyDeletePorts,
} from '@forewarn/store-contract';
import { okAsync, type ResultAsync } from 'neverthrow';
import { expect, test } from 'vitest';
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
    events: { list: ({ limit }) => okAsync({ events: own.deletions(limit) }) },
  };
  return { store, release: async () => database.close() };
}

describeContracts('searches in the platform’s own tables', searchContracts, open);
describeContracts('impacts in the platform’s own tables', impactContracts, open);
describeContracts('deletes in the platform’s own tables', strategyDeleteContracts, open);

test('what cannot be known is StoreUnavailable, never an empty list', async () => {
  const { store, release } = await open();
  await release();

  const searched = await store.reader.search({ projectId: 'shop', anyOf: [] });
  const impact = await store.reader.impact({ asked: [], projectIds: [] });
  const deleted = await store.strategies.delete('holidaySale', 'ann');

  for (const result of [searched, impact, deleted]) {
    expect(result.isErr() && result.error.type).toBe('StoreUnavailable');
  }
});
