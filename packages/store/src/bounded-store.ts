import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import { FairSemaphore } from '@forewarn/platform';
import type { ResultAsync } from 'neverthrow';
import type { Store } from './store.ts';

/** Maximum short writes at the same time, or long ones. Of one caller, as many can wait; further ones are refused at once. */
const MAX_WRITES = 160;

/** The ports of a store that use cases call. */
export type StorePorts = Pick<
  Store,
  'reader' | 'writer' | 'strategies' | 'projects' | 'names' | 'origins'
> & { readonly events: Pick<Store['events'], 'list'> };

/**
 * Limits how many writes of any store run and wait: early refusals are better than long queues. Callers take turns, and long
 * writes keep no short ones waiting. A store that has to limit reads does so itself, since it knows which of them take long.
 */
export function boundedStore({
  reader,
  writer,
  strategies,
  projects,
  events,
  names,
  origins,
}: StorePorts): StorePorts {
  const short = limit();
  const long = limit();
  return {
    reader,
    events,
    writer: {
      put: (...args) => short(args[1], args[2], () => writer.put(...args)),
      putAll: (...args) => short(args[1], args[2], () => writer.putAll(...args)),
      remove: (...args) => short(args[1], args[2], () => writer.remove(...args)),
    },
    strategies: {
      list: (...args) => strategies.list(...args),
      find: (...args) => strategies.find(...args),
      findUse: (...args) => strategies.findUse(...args),
      register: (...args) => short(args[1], args[2], () => strategies.register(...args)),
      change: (...args) => short(args[2], args[3], () => strategies.change(...args)),
      delete: (...args) => short(args[1], args[2], () => strategies.delete(...args)),
      deleteIf: (...args) => short(args[1], args[3], () => strategies.deleteIf(...args)),
    },
    projects: {
      list: (...args) => projects.list(...args),
      register: (...args) => short(args[1], args[2], () => projects.register(...args)),
      declareLive: (...args) => short(args[1], args[2], () => projects.declareLive(...args)),
      delete: (...args) => long(args[1], args[2], () => projects.delete(...args)),
    },
    ...(names && {
      names: {
        find: (...args) => names.find(...args),
        near: (...args) => names.near(...args),
        add: (...args) => short('', args[2], () => names.add(...args)),
        replace: (...args) => long('', args[1], () => names.replace(...args)),
      },
    }),
    ...(origins && { origins }),
  };
}

function limit() {
  const semaphore = new FairSemaphore(MAX_WRITES, MAX_WRITES);
  return <T, E>(
    caller: string,
    options: CallOptions | undefined,
    write: () => PortResult<T, E>,
  ): ResultAsync<T, E | StoreUnavailable> => semaphore.admit(options?.signal, write, caller);
}
