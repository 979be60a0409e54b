import {
  changedStrategy,
  type PreconditionFailed,
  type StoreUnavailable,
  type StrategyDefinition,
  type StrategyNotEditable,
  type StrategyNotFound,
  type StrategyRepository,
} from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { useOf } from './memory-reads.ts';
import { byByteOrder, type MemoryState } from './memory-state.ts';
import { permits, whileOpen } from './while-open.ts';

type DeleteError = StrategyNotFound | StrategyNotEditable | PreconditionFailed | StoreUnavailable;

export function memoryStrategies(state: MemoryState): StrategyRepository {
  return {
    register: (definition, by, options) =>
      whileOpen(state, options, () => {
        const { name } = definition;
        if (state.strategies.has(name)) return err({ type: 'StrategyExists', name });
        state.strategies.set(name, JSON.stringify(definition));
        state.log({ type: 'strategy-created', data: definition, preData: null }, by);
        return ok();
      }),

    list: (options) =>
      whileOpen(state, options, () =>
        ok(
          [...state.strategies.values()]
            .map((text) => JSON.parse(text) as StrategyDefinition)
            .toSorted(byByteOrder(({ name }) => name)),
        ),
      ),

    find: (name, options) =>
      whileOpen(state, options, () => {
        const definition = state.strategy(name);
        return definition === undefined ? err({ type: 'StrategyNotFound', name }) : ok(definition);
      }),

    findUse: (name, options) =>
      whileOpen(state, options, () => {
        const definition = state.strategy(name);
        return definition === undefined
          ? err({ type: 'StrategyNotFound', name })
          : ok(useOf(state, definition));
      }),

    change: (name, change, by, options) =>
      whileOpen(state, options, () => {
        const definition = state.strategy(name);
        if (definition === undefined) return err({ type: 'StrategyNotFound', name });
        if (!definition.editable) return err({ type: 'StrategyNotEditable', name });
        const content = changedStrategy(definition, change);
        const text = JSON.stringify(content.data);
        if (text === state.strategies.get(name)) return ok();
        state.strategies.set(name, text);
        state.log(content, by);
        return ok();
      }),

    delete: (name, by, options) =>
      whileOpen(state, options, (): Result<void, DeleteError> => {
        const definition = state.strategy(name);
        if (definition === undefined) return err({ type: 'StrategyNotFound', name });
        if (!definition.editable) return err({ type: 'StrategyNotEditable', name });
        const permitted =
          options?.onlyIf === undefined ? ok() : permits(options, useOf(state, definition));
        return permitted.map(() => {
          state.strategies.delete(name);
          state.log({ type: 'strategy-deleted', data: null, preData: definition }, by);
        });
      }),
  };
}
