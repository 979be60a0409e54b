import type { Store } from '@forewarn/store';
import { changedStrategy, type StrategyDefinition } from '@forewarn/record';
import type { StrategyNotFound } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { strategyUseIn } from './reference-reader.ts';
import { byBytes, recordEvent, sameJson, type State } from './reference-state.ts';
import { permits, whileOpen } from '../../store-memory/src/while-open.ts';

const definitionIn = (state: State, name: string): Result<StrategyDefinition, StrategyNotFound> => {
  const definition = state.definitions.find((each) => each.name === name);
  return definition === undefined ? err({ type: 'StrategyNotFound', name }) : ok(definition);
};

const editableIn = (state: State, name: string) =>
  definitionIn(state, name).andThen((definition) =>
    definition.editable ? ok(definition) : err({ type: 'StrategyNotEditable' as const, name }),
  );

/** The strategy definitions of a reference store. */
export const strategiesOf = (state: State): Store['strategies'] =>
  whileOpen<Store['strategies']>(state, (step) => ({
    register: step((data, by) => {
      const { name } = data;
      if (definitionIn(state, name).isOk()) return err({ type: 'StrategyExists', name });
      state.definitions.push(structuredClone(data));
      recordEvent(state, { type: 'strategy-created', data, preData: null, createdBy: by });
      return ok();
    }),
    list: step(() =>
      ok(structuredClone(state.definitions.toSorted((a, b) => byBytes(a.name, b.name)))),
    ),
    find: step((name) => definitionIn(state, name).map((each) => structuredClone(each))),
    findUse: step((name) => definitionIn(state, name).map((each) => strategyUseIn(state, each))),
    change: step((name, change, by) =>
      editableIn(state, name).map((existing) => {
        const content = structuredClone(changedStrategy(existing, change));
        if (sameJson(existing, content.data)) return;
        state.definitions[state.definitions.indexOf(existing)] = content.data;
        recordEvent(state, { ...content, createdBy: by });
      }),
    ),
    delete: step((name, by) =>
      editableIn(state, name).map((gone) => removeStrategy(state, gone, by)),
    ),
    deleteIf: step((name, by, onlyIf, options) =>
      editableIn(state, name).andThen((gone) =>
        permits({ ...options, onlyIf }, strategyUseIn(state, gone)).map(() =>
          removeStrategy(state, gone, by),
        ),
      ),
    ),
  }));

function removeStrategy(state: State, preData: StrategyDefinition, by: string): void {
  state.definitions = state.definitions.filter((other) => other !== preData);
  recordEvent(state, { type: 'strategy-deleted', data: null, preData, createdBy: by });
}
