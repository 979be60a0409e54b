import { changedDefinition, type StrategyDefinition } from '@forewarn/record';
import type { StrategyNotFound } from '@forewarn/core';
import type { StrategyRepository } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { useOf } from './memory-reads.ts';
import { byByteOrder, type MemoryState } from './memory-state.ts';
import { permits, whileOpen } from './while-open.ts';

export function memoryDefinitions(state: MemoryState): StrategyRepository {
  const find = (name: string): Result<StrategyDefinition, StrategyNotFound> => {
    const text = state.strategies.get(name);
    if (text === undefined) return err({ type: 'StrategyNotFound', name });
    return ok(JSON.parse(text) as StrategyDefinition);
  };
  const findEditable = (name: string) =>
    find(name).andThen((definition) =>
      definition.editable ? ok(definition) : err({ type: 'StrategyNotEditable' as const, name }),
    );
  const remove = (definition: StrategyDefinition, by: string): void => {
    state.strategies.delete(definition.name);
    state.log({ type: 'strategy-deleted', data: null, preData: definition }, by);
  };
  return whileOpen<StrategyRepository>(state, (step) => ({
    register: step((definition, by) => {
      const { name } = definition;
      if (state.strategies.has(name)) return err({ type: 'StrategyExists', name });
      state.strategies.set(name, JSON.stringify(definition));
      state.log({ type: 'strategy-created', data: definition, preData: null }, by);
      return ok();
    }),

    list: step(() =>
      ok(
        [...state.strategies.values()]
          .map((text) => JSON.parse(text) as StrategyDefinition)
          .toSorted(byByteOrder(({ name }) => name)),
      ),
    ),

    find: step(find),

    findUse: step((name) => find(name).map((definition) => useOf(state, definition))),

    change: step((name, change, by) =>
      findEditable(name).map((definition) => {
        const content = changedDefinition(definition, change);
        const text = JSON.stringify(content.data);
        if (text === state.strategies.get(name)) return;
        state.strategies.set(name, text);
        state.log(content, by);
      }),
    ),

    delete: step((name, by) => findEditable(name).map((definition) => remove(definition, by))),

    deleteIf: step((name, by, isAllowed, options) =>
      findEditable(name).andThen((definition) =>
        permits({ ...options, onlyIf: isAllowed }, useOf(state, definition)).map(() =>
          remove(definition, by),
        ),
      ),
    ),
  }));
}
