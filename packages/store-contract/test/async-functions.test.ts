import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  matchesAny,
  type ScheduledChangeRequest,
  type StrategyDefinition,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import type { Event } from '@forewarn/core/operator';
import {
  describeContracts,
  searchContracts,
  type SearchPorts,
  strategyDeleteContracts,
  type StrategyDeletePorts,
} from '@forewarn/store-contract';
import { err, ok } from 'neverthrow';

const keyOf = (projectId: string, id: number): string => JSON.stringify([projectId, id]);

/** A store of the two operations. Its methods, and those that fill it, are `async` functions. */
function twoOperations(): SearchPorts & StrategyDeletePorts {
  const projects = new Set<string>();
  const scheduled = new Map<string, ScheduledChangeRequest>();
  const definitions = new Map<string, StrategyDefinition>(
    BUILT_IN_STRATEGY_DEFINITIONS.map((definition) => [definition.name, definition]),
  );
  const events: Event[] = [];
  return {
    reader: {
      search: async ({ projectId, anyOf }) => {
        if (!projects.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
        const matching = [...scheduled.values()].filter(
          (each) => each.project === projectId && matchesAny(targetsOf(each), anyOf),
        );
        const changeRequests = matching.map(summaryOf).toSorted((a, b) => a.id - b.id);
        return ok({ coverage: { kind: 'live' }, changeRequests });
      },
    },
    strategies: {
      delete: async (name, by) => {
        const preData = definitions.get(name);
        if (preData === undefined) return err({ type: 'StrategyNotFound', name });
        if (!preData.editable) return err({ type: 'StrategyNotEditable', name });
        definitions.delete(name);
        const [id, createdAt] = [events.length + 1, new Date().toISOString()];
        const type = 'strategy-deleted';
        events.unshift({ id, createdAt, createdBy: by, type, data: null, preData });
        return ok();
      },
      register: async (definition) => ok(definitions.set(definition.name, definition)),
      list: async () => ok([...definitions.values()]),
    },
    projects: { register: async ({ id }) => ok(projects.add(id)) },
    writer: {
      put: async (one) => ok(scheduled.set(keyOf(one.project, one.id), structuredClone(one))),
      remove: async ({ projectId, id }) => ok(scheduled.delete(keyOf(projectId, id))),
    },
    events: { list: async ({ limit }) => ok({ events: events.slice(0, limit) }) },
  };
}

const open = async () => ({ store: twoOperations(), release: async () => {} });

describeContracts('searches of async functions', searchContracts, open);
describeContracts('deletes of async functions', strategyDeleteContracts, open);
