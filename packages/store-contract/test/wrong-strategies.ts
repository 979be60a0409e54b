import { changedStrategy, type StrategyDefinition } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { recordEvent, sameJson } from './reference-state.ts';
import { afterAMoment, inStrategies, wrong, type WrongStore } from './wrong-store.ts';

const LOOK_UP = 'StrategyRepository.list and find';
const CHANGE = 'StrategyRepository.change';

const byCodeUnits = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const named =
  (name: string) =>
  (definition: StrategyDefinition): boolean =>
    definition.name === name;

const wrongLookUps: readonly WrongStore[] = [
  ...wrong([LOOK_UP], {
    'lists definitions without the built-in ones': inStrategies((right) => ({
      list: () => right.strategies.list().map((all) => all.filter(({ editable }) => editable)),
    })),
    'lists definitions in the order of UTF-16 code units': inStrategies((right) => ({
      list: () => right.strategies.list().map((all) => all.toSorted(byCodeUnits)),
    })),
    'omits deprecated definitions': inStrategies((right) => ({
      list: () =>
        right.strategies
          .list()
          .map((all) => all.filter(({ deprecated, editable }) => !deprecated || !editable)),
    })),
    'ignores the case of the definition to find': inStrategies((_, state) => ({
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
    'returns its own definitions': inStrategies((right, state) => ({
      list: () =>
        right.strategies
          .list()
          .map((all) => all.map((each) => state.definitions.find(named(each.name)) ?? each)),
      find: (name) =>
        right.strategies.find(name).map((found) => state.definitions.find(named(name)) ?? found),
    })),
  }),
];

const wrongChanges: readonly WrongStore[] = [
  ...wrong([CHANGE], {
    'loses the rest of a changed definition': inStrategies((right, state) => ({
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
    'removes the texts that an update omits': inStrategies((right) => ({
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
    'keeps the texts that an update clears': inStrategies((right) => ({
      change: (name, change, by) => {
        if (change.kind !== 'update') return right.strategies.change(name, change, by);
        const { parameters, ...texts } = change.update;
        const kept = Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text)));
        const update = { ...kept, parameters };
        return right.strategies.change(name, { kind: 'update', update }, by);
      },
    })),
    'records every change as an update': inStrategies((right, state) => ({
      change: (name, change, by) =>
        right.strategies.change(name, change, by).andTee(() => {
          const [event] = state.events;
          if (event?.type !== 'strategy-deprecated' && event?.type !== 'strategy-reactivated') {
            return;
          }
          state.events[0] = { ...event, type: 'strategy-updated' };
        }),
    })),
    'records an event for a change without an effect': inStrategies((right, state) => ({
      change: (name, change, by) => {
        const before = state.events.length;
        return right.strategies.change(name, change, by).andTee(() => {
          const existing = state.definitions.find(named(name));
          if (existing === undefined || state.events.length > before) return;
          recordEvent(state, { ...changedStrategy(existing, change), createdBy: by });
        });
      },
    })),
    'changes built-in definitions': (right, state) => {
      state.definitions = state.definitions.map((each) => ({ ...each, editable: true }));
      return right;
    },
    'accepts a change of a built-in definition without an effect': inStrategies((right, state) => ({
      change: (name, change, by) => {
        const existing = state.definitions.find(named(name));
        return existing !== undefined && sameJson(existing, changedStrategy(existing, change).data)
          ? whileOpen(state, undefined, () => ok())
          : right.strategies.change(name, change, by);
      },
    })),
    'returns no error for changing an unknown definition': inStrategies((right) => ({
      change: (name, change, by) =>
        right.strategies
          .change(name, change, by)
          .orElse((error) => (error.type === 'StrategyNotFound' ? ok() : err(error))),
    })),
    'ignores the case of the definition to change': inStrategies((right, state) => ({
      change: (name, change, by) => {
        const existing = state.definitions.find(
          (other) => other.name.toLowerCase() === name.toLowerCase(),
        );
        return right.strategies.change(existing?.name ?? name, change, by);
      },
    })),
    'reads the definition, waits, and then changes it': inStrategies((right, state) => ({
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
    'keeps a reference to an update': inStrategies((right, state) => ({
      change: (name, change, by) =>
        right.strategies.change(name, change, by).andTee(() => {
          if (change.kind !== 'update') return;
          const { parameters } = change.update;
          state.definitions = state.definitions.map((each) =>
            each.name === name ? { ...each, parameters } : each,
          );
        }),
    })),
  }),
];

/** Stores that list, find and change strategy definitions wrongly. */
export const wrongStrategies: readonly WrongStore[] = [...wrongLookUps, ...wrongChanges];
