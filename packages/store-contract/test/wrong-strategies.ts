import { changedStrategy, type StrategyDefinition } from '@forewarn/core';
import { err, ok, ResultAsync } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { recordEvent, sameJson } from './reference-state.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const LOOK_UP = 'StrategyRepository.list and find';
const CHANGE = 'StrategyRepository.change';

const byCodeUnits = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const afterAMoment = () => ResultAsync.fromSafePromise(aMoment());

const named =
  (name: string) =>
  (definition: StrategyDefinition): boolean =>
    definition.name === name;

const wrongLookUps: readonly WrongStore[] = [
  {
    flaw: 'lists definitions without the built-in ones',
    rejectedBy: [LOOK_UP],
    spoil: replacing('strategies', (right) => ({
      list: () => right.strategies.list().map((all) => all.filter(({ editable }) => editable)),
    })),
  },
  {
    flaw: 'lists definitions in the order of UTF-16 code units',
    rejectedBy: [LOOK_UP],
    spoil: replacing('strategies', (right) => ({
      list: () => right.strategies.list().map((all) => all.toSorted(byCodeUnits)),
    })),
  },
  {
    flaw: 'omits deprecated definitions',
    rejectedBy: [LOOK_UP],
    spoil: replacing('strategies', (right) => ({
      list: () =>
        right.strategies
          .list()
          .map((all) => all.filter(({ deprecated, editable }) => !deprecated || !editable)),
    })),
  },
  {
    flaw: 'ignores the case of the definition to find',
    rejectedBy: [LOOK_UP],
    spoil: replacing('strategies', (_, state) => ({
      find: (name) =>
        whileOpen(state, undefined, () => {
          const existing = state.definitions.find(
            (other) => other.name.toLowerCase() === name.toLowerCase(),
          );
          return existing === undefined
            ? err({ type: 'StrategyNotFound', name })
            : ok(structuredClone(existing));
        }),
    })),
  },
  {
    flaw: 'returns its own definitions',
    rejectedBy: [LOOK_UP],
    spoil: replacing('strategies', (right, state) => ({
      list: () =>
        right.strategies
          .list()
          .map((all) => all.map((each) => state.definitions.find(named(each.name)) ?? each)),
      find: (name) =>
        right.strategies.find(name).map((found) => state.definitions.find(named(name)) ?? found),
    })),
  },
];

const wrongChanges: readonly WrongStore[] = [
  {
    flaw: 'loses the rest of a changed definition',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const before = state.events.length;
        return right.strategies.change(name, change, by).andTee(() => {
          const [event] = state.events;
          if (state.events.length === before || event === undefined) return;
          if (event.type === 'strategy-updated') {
            state.events[0] = { ...event, preData: event.data };
          }
        });
      },
    })),
  },
  {
    flaw: 'removes the texts that an update omits',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right) => ({
      change: (name, change, by) =>
        right.strategies.change(
          name,
          change.kind === 'update'
            ? {
                kind: 'update',
                update: { displayName: null, title: null, description: null, ...change.update },
              }
            : change,
          by,
        ),
    })),
  },
  {
    flaw: 'keeps the texts that an update clears',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right) => ({
      change: (name, change, by) => {
        if (change.kind !== 'update') return right.strategies.change(name, change, by);
        const { parameters, ...texts } = change.update;
        const kept = Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text)));
        const update = { ...kept, parameters };
        return right.strategies.change(name, { kind: 'update', update }, by);
      },
    })),
  },
  {
    flaw: 'records every change as an update',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) =>
        right.strategies.change(name, change, by).andTee(() => {
          const [event] = state.events;
          if (event?.type !== 'strategy-deprecated' && event?.type !== 'strategy-reactivated') {
            return;
          }
          state.events[0] = { ...event, type: 'strategy-updated' };
        }),
    })),
  },
  {
    flaw: 'records an event for a change without an effect',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const before = state.events.length;
        return right.strategies.change(name, change, by).andTee(() => {
          const existing = state.definitions.find(named(name));
          if (existing === undefined || state.events.length > before) return;
          recordEvent(state, { ...changedStrategy(existing, change), createdBy: by });
        });
      },
    })),
  },
  {
    flaw: 'changes built-in definitions',
    rejectedBy: [CHANGE],
    spoil: (right, state) => {
      state.definitions = state.definitions.map((each) => ({ ...each, editable: true }));
      return right;
    },
  },
  {
    flaw: 'accepts a change of a built-in definition without an effect',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const existing = state.definitions.find(named(name));
        return existing !== undefined && sameJson(existing, changedStrategy(existing, change).data)
          ? whileOpen(state, undefined, () => ok())
          : right.strategies.change(name, change, by);
      },
    })),
  },
  {
    flaw: 'returns no error for changing an unknown definition',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right) => ({
      change: (name, change, by) =>
        right.strategies
          .change(name, change, by)
          .orElse((error) => (error.type === 'StrategyNotFound' ? ok() : err(error))),
    })),
  },
  {
    flaw: 'ignores the case of the definition to change',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const existing = state.definitions.find(
          (other) => other.name.toLowerCase() === name.toLowerCase(),
        );
        return right.strategies.change(existing?.name ?? name, change, by);
      },
    })),
  },
  {
    flaw: 'reads the definition, waits, and then changes it',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const existing = state.definitions.find(named(name));
        if (existing?.editable !== true) return right.strategies.change(name, change, by);
        return afterAMoment().map(() => {
          const content = structuredClone(changedStrategy(existing, change));
          if (sameJson(existing, content.data)) return;
          // Even if it was deleted in between.
          state.definitions = [
            ...state.definitions.filter((other) => other.name !== name),
            content.data,
          ];
          recordEvent(state, { ...content, createdBy: by });
        });
      },
    })),
  },
  {
    flaw: 'keeps a reference to an update',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) =>
        right.strategies.change(name, change, by).andTee(() => {
          if (change.kind !== 'update') return;
          const { parameters } = change.update;
          state.definitions = state.definitions.map((each) =>
            each.name === name ? { ...each, parameters } : each,
          );
        }),
    })),
  },
];

/** Stores that list, find and change strategy definitions wrongly. */
export const wrongStrategies: readonly WrongStore[] = [...wrongLookUps, ...wrongChanges];
