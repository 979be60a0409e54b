import type { CallOptions } from '@forewarn/core';
import type { FollowerStore } from '@forewarn/core/operator';
import { err, ok, ResultAsync } from 'neverthrow';
import { inReader, inTransfer, inWriter, wrong, type WrongStore } from './wrong-store.ts';

const SIGNAL = 'CallOptions.signal';
const OF_ALL_CALLS = [SIGNAL, 'LeaseRepository', 'OriginRepository'];

type Call = (...args: readonly unknown[]) => unknown;

const isOptions = (arg: unknown): arg is CallOptions =>
  typeof arg === 'object' && arg !== null && 'signal' in arg;

/** Changes the options of every call. */
const receiving =
  (receive: (options: CallOptions, call: (options: CallOptions) => unknown) => unknown) =>
  (right: FollowerStore): FollowerStore => {
    const changed =
      (call: Call): Call =>
      (...args) => {
        const options = args.at(-1);
        if (!isOptions(options)) return call(...args);
        return receive(options, (other) => call(...args.slice(0, -1), other));
      };
    const changedPort = (port: object): object =>
      Object.fromEntries(Object.entries(port).map(([name, call]) => [name, changed(call as Call)]));
    const ports = Object.entries(right).map(([name, port]) => [
      name,
      typeof port === 'function' ? changed(port as Call) : changedPort(port as object),
    ]);
    return Object.fromEntries(ports) as FollowerStore;
  };

/** Stores that handle signals wrongly. */
export const wrongSignals: readonly WrongStore[] = [
  ...wrong(OF_ALL_CALLS, {
    'ignores signals': receiving(({ signal: _ignored, ...others }, call) => call(others)),
    'refuses every call with a signal': receiving(
      () => new ResultAsync(Promise.resolve(err({ type: 'StoreUnavailable' }))),
    ),
    'loses the reason of a signal that is aborted while a call runs': receiving((options, call) => {
      const { signal } = options;
      if (signal === undefined || signal.aborted) return call(options);
      const result = call(options);
      if (!(result instanceof ResultAsync)) return result;
      const lost = err({ type: 'StoreUnavailable', cause: 'it was aborted' } as const);
      return new ResultAsync(
        Promise.resolve(result).then((each) => (signal.aborted ? lost : each)),
      );
    }),
  }),
  ...wrong([SIGNAL], {
    'returns an empty list for an aborted search': inReader((right) => ({
      search: (search, options) =>
        right.reader
          .search(search, options)
          .orElse((error) =>
            options?.signal?.aborted === true
              ? ok({ coverage: { kind: 'live' as const }, changeRequests: [] })
              : err(error),
          ),
    })),
    'checks the signal after the write': inWriter((right) => ({
      put: (changeRequest, by, { signal, ...others } = {}) =>
        right.writer
          .put({ ...changeRequest, title: 'too late' }, by, others)
          .andThen((outcome) =>
            signal?.aborted === true
              ? err({ type: 'StoreUnavailable' as const, cause: signal.reason })
              : ok(outcome),
          ),
    })),
    'does not look at the signal again once a call runs': receiving(({ signal, ...others }, call) =>
      signal?.aborted === true ? call({ signal, ...others }) : call(others),
    ),
    'ends an export that is aborted as if it were whole': inTransfer((right) => ({
      async *export(options) {
        for await (const entry of right.transfer.export(options)) {
          if (entry.isErr() && options?.signal?.aborted === true) return;
          yield entry;
        }
      },
    })),
  }),
];
