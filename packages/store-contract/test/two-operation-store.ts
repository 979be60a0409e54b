import { setImmediate as aTurn } from 'node:timers/promises';
import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import type {
  GuardedDeletePorts,
  SearchPorts,
  StrategyDeletePorts,
} from '@forewarn/store-contract';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, type Result } from 'neverthrow';

/** The ports of a store of the two operations. */
export type TwoOperationPorts = SearchPorts & GuardedDeletePorts & StrategyDeletePorts;

/** How a call reaches what it is about. */
export type Call = <T, E>(
  work: (options: CallOptions) => PortResult<T, E>,
  options?: CallOptions,
) => Promise<Result<T, E | StoreUnavailable>>;

/** A network: each call takes a turn, and none arrives while it is down. */
export class Network {
  isDown = false;

  readonly call: Call = async (work, options = {}) => {
    const { signal } = options;
    if (signal?.aborted !== true) await aTurn();
    if (signal?.aborted === true) return unavailable(signal.reason);
    return this.isDown ? unavailable(new Error('down')) : work(options);
  };
}

const unavailable = (cause: unknown) =>
  err({ type: 'StoreUnavailable', cause } as const satisfies StoreUnavailable);

/** A store of the two operations, as a platform would have it: just these calls, of `async` functions. */
export function makeTwoOperationStore(call: Call): TwoOperationPorts {
  const { reader, projects, writer, strategies, events } = createMemoryStore();
  return {
    reader: {
      search: (search, options) => call((given) => reader.search(search, given), options),
    },
    projects: { register: (project, by) => call(() => projects.register(project, by)) },
    writer: {
      put: (changeRequest, by) => call(() => writer.put(changeRequest, by)),
      remove: (key, by) => call(() => writer.remove(key, by)),
    },
    strategies: {
      delete: (name, by, options) => call((given) => strategies.delete(name, by, given), options),
      deleteIf: (name, by, isAllowed, options) =>
        call((given) => strategies.deleteIf(name, by, isAllowed, given), options),
      findUse: (name, options) => call((given) => strategies.findUse(name, given), options),
      list: (options) => call((given) => strategies.list(given), options),
      register: (definition, by) => call(() => strategies.register(definition, by)),
    },
    events: { list: (query, options) => call((given) => events.list(query, given), options) },
  };
}
