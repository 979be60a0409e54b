import type { ResultAsync } from 'neverthrow';
import type { ReadOptions } from './scheduled-change-request-reader.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { Store } from './store.ts';

/** Maximum calls of one kind at the same time, except for heavy reads, and as many that wait. Further ones are refused at once. */
const MAX_CALLS = 160;
/** Maximum heavy reads at the same time. */
const MAX_HEAVY = 4;
/** Maximum heavy reads of one caller that wait. */
const MAX_HEAVY_WAITING = 250;

/** The ports of a store that use cases call. */
export type StorePorts = Pick<
  Store,
  'reader' | 'writer' | 'strategies' | 'projects' | 'names' | 'origins'
> & { readonly events: Pick<Store['events'], 'list'> };

/**
 * The limit of each method: long writes keep no short ones waiting. Searches are short and many: a store that has to limit
 * them does so itself.
 */
const LIMITS: {
  readonly [Port in keyof StorePorts]-?: {
    readonly [Method in keyof NonNullable<StorePorts[Port]>]:
      | 'none'
      | 'read'
      | 'heavy'
      | 'write'
      | 'long';
  };
} = {
  reader: { search: 'none', impact: 'heavy', list: 'heavy', forecast: 'heavy', find: 'read' },
  writer: { put: 'write', putAll: 'write', remove: 'write' },
  strategies: {
    register: 'write',
    list: 'read',
    find: 'read',
    findUse: 'heavy',
    change: 'write',
    delete: 'write',
  },
  projects: { register: 'write', declareLive: 'write', delete: 'long', list: 'heavy' },
  events: { list: 'read' },
  origins: { claim: 'write', replace: 'write', hidesProjects: 'read', setHidesProjects: 'write' },
  names: { replace: 'long', add: 'write', find: 'read', near: 'heavy' },
};

type Call = (...args: readonly unknown[]) => ResultAsync<unknown, unknown>;

/**
 * Limits how many calls of any store run at the same time: reads, writes, long writes, and heavy reads, whose callers take
 * turns. What waits is limited, too. Early refusals are better than long queues.
 */
export function boundedStore(store: StorePorts): StorePorts {
  const limits = {
    read: new FairSemaphore(MAX_CALLS, MAX_CALLS),
    write: new FairSemaphore(MAX_CALLS, MAX_CALLS),
    long: new FairSemaphore(MAX_CALLS, MAX_CALLS),
    heavy: new FairSemaphore(MAX_HEAVY, MAX_HEAVY_WAITING),
  };
  const ports = Object.entries(LIMITS).flatMap(([name, ofPort]) => {
    const port = store[name as keyof StorePorts];
    if (port === undefined) return [];
    const methods = Object.entries(ofPort).map(([method, limit]) => {
      const call = (Reflect.get(port, method) as Call).bind(port);
      return [method, limit === 'none' ? call : limitedBy(limits[limit], call)];
    });
    return [[name, Object.fromEntries(methods)]];
  });
  return Object.fromEntries(ports);
}

/** Finds the options of a call in its last argument, if it has any. */
const limitedBy =
  (limit: FairSemaphore, call: Call): Call =>
  (...args) => {
    const { signal, caller } = (args.at(-1) ?? {}) as ReadOptions;
    return limit.admit(signal, () => call(...args), caller);
  };
