import type { CallOptions } from '@forewarn/core';
import { err, errAsync, ok, ResultAsync } from 'neverthrow';
import { entriesOfState } from './reference-state.ts';
import type { ServiceStore } from './service-store.ts';
import { type Spoil, type WrongStore, at, wrong } from './wrong-store.ts';

const readerSearch = at('reader.search');
const transferExport = at('transfer.export');
const writerPut = at('writer.put');

const WHOLE = 'Store';
const SIGNAL = 'CallOptions.signal';
const OPTIONAL = ['LeaseRepository', 'OriginRepository', 'NameRepository', 'AlertRepository'];

type Call = (...args: readonly unknown[]) => unknown;

const isOptions = (argument: unknown): argument is CallOptions =>
  typeof argument === 'object' && argument !== null && 'signal' in argument;

/** Changes the options of every call. */
const receiving =
  (receive: (options: CallOptions, call: (options: CallOptions) => unknown) => unknown): Spoil =>
  (right) => {
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
    return Object.fromEntries(ports) as ServiceStore;
  };

/** Stores that are wrong as a whole, or handle signals wrongly. */
export const wrongWholes: readonly WrongStore[] = [
  ...wrong([WHOLE, ...OPTIONAL], {
    'keeps working when it is closed': (right) => ({ ...right, close: () => Promise.resolve() }),
  }),
  ...wrong([WHOLE], {
    'can not be closed again': (right, state) => ({
      ...right,
      close: () => (state.isOpen ? right.close() : Promise.reject(new Error('closed'))),
    }),
    'continues an export after StoreUnavailable': transferExport.instead(
      async function* continuing({ call, state }) {
        yield* call();
        if (!state.isOpen) for (const entry of entriesOfState(state)) yield ok(entry);
      },
    ),
    'fails every check': (right) => ({
      ...right,
      check: () => errAsync({ type: 'StoreUnavailable', cause: 'unknown' }),
    }),
  }),
  ...wrong([SIGNAL, ...OPTIONAL], {
    'ignores signals': receiving(({ signal: _ignored, ...others }, call) => call(others)),
    'refuses every call with a signal': receiving(() => errAsync({ type: 'StoreUnavailable' })),
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
    'returns an empty list for an aborted search': readerSearch.instead(
      ({ call }, asked, options) =>
        call(asked, options).orElse((error) =>
          options?.signal?.aborted === true
            ? ok({ coverage: { kind: 'live' as const }, changeRequests: [] })
            : err(error),
        ),
    ),
    'checks the signal after the write': writerPut.instead(
      ({ call }, changeRequest, by, { signal, ...others } = {}) =>
        call({ ...changeRequest, title: 'too late' }, by, others).andThen((outcome) =>
          signal?.aborted === true
            ? err({ type: 'StoreUnavailable' as const, cause: signal.reason })
            : ok(outcome),
        ),
    ),
    'does not look at the signal again once a call runs': receiving(({ signal, ...others }, call) =>
      signal?.aborted === true ? call({ signal, ...others }) : call(others),
    ),
    'ends an export that is aborted as if it were whole': transferExport.instead(
      async function* ending({ call }, options) {
        for await (const entry of call(options)) {
          if (entry.isErr() && options?.signal?.aborted === true) return;
          yield entry;
        }
      },
    ),
  }),
];
