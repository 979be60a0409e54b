import { type StoreUnavailable, targetsOf } from '@forewarn/core';
import type { ApiKey, StateEntry } from '@forewarn/core/operator';
import { err, errAsync, ok } from 'neverthrow';
import { entriesOfState, type State } from './reference-state.ts';
import { inApiKeys, inTransfer, wrong, type WrongStore } from './wrong-store.ts';

const EXPORT = 'StateTransfer.export';
const WHOLE = 'Store';

const KEYS_OF_ALL: ApiKey[] = [];

const exporting = (entriesOf: (state: State) => Iterable<StateEntry>) =>
  inTransfer((_, state) => ({
    async *export() {
      for (const entry of entriesOf(state)) yield ok(entry);
    },
  }));

/** Stores with wrong exports. */
export const wrongExports: readonly WrongStore[] = [
  ...wrong([EXPORT], {
    'exports concurrent changes': exporting(function* reading(state) {
      const [first] = entriesOfState(state);
      if (first !== undefined) yield first;
      yield* entriesOfState(state).slice(1);
    }),
    'exports the change requests first': exporting((state) => entriesOfState(state).toReversed()),
    'exports change requests in the order of recording': exporting((state) => [
      ...entriesOfState({ ...state, scheduled: [] }),
      ...structuredClone(state.scheduled).map((changeRequest): StateEntry => ({
        kind: 'scheduled',
        changeRequest,
      })),
    ]),
    'does not export change requests without targets': exporting((state) =>
      entriesOfState(state).filter(
        (entry) => entry.kind !== 'scheduled' || targetsOf(entry.changeRequest).length > 0,
      ),
    ),
    'does not export the built-in strategy definitions': exporting((state) =>
      entriesOfState(state).filter(
        (entry) => entry.kind !== 'strategy' || entry.definition.editable,
      ),
    ),
    'exports its own objects': exporting(({ projects, definitions, scheduled }) => [
      ...projects.map((project): StateEntry => {
        return { kind: 'project', project, coverage: { kind: 'none' } };
      }),
      ...definitions.map((definition): StateEntry => ({ kind: 'strategy', definition })),
      ...scheduled.map((changeRequest): StateEntry => ({ kind: 'scheduled', changeRequest })),
    ]),
    'waits until each export is read to its end': inTransfer((right) => {
      let unread = 0;
      return {
        async *export() {
          if (unread === 10)
            yield err<never, StoreUnavailable>({ type: 'StoreUnavailable', cause: 'busy' });
          unread += 1;
          yield* right.transfer.export();
          unread -= 1;
        },
      };
    }),
  }),
];

/** Stores that are wrong as a whole. */
export const wrongWholes: readonly WrongStore[] = [
  ...wrong([WHOLE, 'LeaseRepository', 'OriginRepository'], {
    'keeps working when it is closed': (right) => ({ ...right, close: () => Promise.resolve() }),
  }),
  ...wrong([WHOLE], {
    'can not be closed again': (right, state) => ({
      ...right,
      close: () => (state.isClosed ? Promise.reject(new Error('closed')) : right.close()),
    }),
    'continues an export after StoreUnavailable': inTransfer((right, state) => ({
      async *export() {
        yield* right.transfer.export();
        if (state.isClosed) for (const entry of entriesOfState(state)) yield ok(entry);
      },
    })),
    'fails every check': (right) => ({
      ...right,
      check: () => errAsync({ type: 'StoreUnavailable', cause: 'unknown' }),
    }),
    'lists the keys of other stores': inApiKeys((right) => ({
      create: (key) =>
        right.apiKeys.create(key).andTee(() => {
          KEYS_OF_ALL.push(key);
        }),
      list: () => right.apiKeys.list().map(() => KEYS_OF_ALL),
    })),
  }),
];
