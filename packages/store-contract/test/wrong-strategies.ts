import { changedStrategy, type StrategyDefinition } from '@forewarn/core';
import { err, ok, ResultAsync } from 'neverthrow';
import { answering } from './answering.ts';
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
    flaw: 'lists definitions that are not deprecated only',
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
        answering(state, () => {
          const there = state.definitions.find(
            (other) => other.name.toLowerCase() === name.toLowerCase(),
          );
          return there === undefined
            ? err({ type: 'StrategyNotFound', name })
            : ok(structuredClone(there));
        }),
    })),
  },
  {
    flaw: 'lists and finds the definitions that it holds itself',
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
    flaw: 'loses what was there before a change',
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
    flaw: 'records an event for what changes nothing in a definition',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const before = state.events.length;
        return right.strategies.change(name, change, by).andTee(() => {
          const there = state.definitions.find(named(name));
          if (there === undefined || state.events.length > before) return;
          recordEvent(state, { ...changedStrategy(there, change), createdBy: by });
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
    flaw: 'takes a change of a built-in definition that changes nothing',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const there = state.definitions.find(named(name));
        return there !== undefined && sameJson(there, changedStrategy(there, change).data)
          ? answering(state, () => ok())
          : right.strategies.change(name, change, by);
      },
    })),
  },
  {
    flaw: 'changes what is not there without a word',
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
        const there = state.definitions.find(
          (other) => other.name.toLowerCase() === name.toLowerCase(),
        );
        return right.strategies.change(there?.name ?? name, change, by);
      },
    })),
  },
  {
    flaw: 'reads the definition that it changes before it waits',
    rejectedBy: [CHANGE],
    spoil: replacing('strategies', (right, state) => ({
      change: (name, change, by) => {
        const there = state.definitions.find(named(name));
        if (there?.editable !== true) return right.strategies.change(name, change, by);
        return afterAMoment().map(() => {
          const content = structuredClone(changedStrategy(there, change));
          if (sameJson(there, content.data)) return;
          // Also when it was deleted meanwhile.
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
    flaw: 'shares an update with the caller',
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

/** Stores that list, find and change strategy definitions otherwise than they should. */
export const wrongStrategies: readonly WrongStore[] = [...wrongLookUps, ...wrongChanges];
