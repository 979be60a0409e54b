import type { CallOptions, Store } from '@forewarn/core';
import { err, ok, ResultAsync } from 'neverthrow';
import { replacing, type WrongStore } from './wrong-store.ts';

const SIGNAL = 'CallOptions.signal';

type Call = (...args: readonly unknown[]) => unknown;

const isOptions = (arg: unknown): arg is CallOptions =>
  typeof arg === 'object' && arg !== null && 'signal' in arg;

/** Changes the options of every call. */
const receiving =
  (receive: (options: CallOptions, call: (options: CallOptions) => unknown) => unknown) =>
  (right: Store): Store => {
    const wrong =
      (call: Call): Call =>
      (...args) => {
        const options = args.at(-1);
        if (!isOptions(options)) return call(...args);
        return receive(options, (other) => call(...args.slice(0, -1), other));
      };
    const wrongPort = (port: object): object =>
      Object.fromEntries(Object.entries(port).map(([name, call]) => [name, wrong(call as Call)]));
    const ports = Object.entries(right).map(([name, port]) => [
      name,
      typeof port === 'function' ? wrong(port as Call) : wrongPort(port as object),
    ]);
    return Object.fromEntries(ports) as Store;
  };

/** Stores that handle signals wrongly. */
export const wrongSignals: readonly WrongStore[] = [
  {
    flaw: 'ignores signals',
    rejectedBy: [SIGNAL],
    spoil: receiving(({ signal: _ignored, ...others }, call) => call(others)),
  },
  {
    flaw: 'refuses every call with a signal',
    rejectedBy: [SIGNAL],
    spoil: receiving(() => new ResultAsync(Promise.resolve(err({ type: 'StoreUnavailable' })))),
  },
  {
    flaw: 'returns an empty list for an aborted search',
    rejectedBy: [SIGNAL],
    spoil: replacing('reader', (right) => ({
      search: (search, options) =>
        right.reader
          .search(search, options)
          .orElse((error) =>
            options?.signal?.aborted === true
              ? ok({ coverage: { kind: 'live' as const }, changeRequests: [] })
              : err(error),
          ),
    })),
  },
  {
    flaw: 'checks the signal after the write',
    rejectedBy: [SIGNAL],
    spoil: replacing('writer', (right) => ({
      put: (changeRequest, by, { signal, ...others } = {}) =>
        right.writer
          .put({ ...changeRequest, title: 'too late' }, by, others)
          .andThen((outcome) =>
            signal?.aborted === true
              ? err({ type: 'StoreUnavailable' as const, cause: signal.reason })
              : ok(outcome),
          ),
    })),
  },
];
