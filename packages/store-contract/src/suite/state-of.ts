import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Project, StateEntry, StrategyDefinition } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';

export async function stateOf(store: Store): Promise<readonly StateEntry[]> {
  const entries: StateEntry[] = [];
  for await (const entry of store.transfer.export()) {
    if (entry.isErr()) {
      throw new AssertionError({ message: `the export failed: ${inspect(entry.error)}` });
    }
    entries.push(entry.value);
  }
  return entries;
}

export const projectsIn = (state: readonly StateEntry[]): readonly Project[] =>
  state.flatMap((entry) => (entry.kind === 'project' ? [entry.project] : []));

export const definitionsIn = (state: readonly StateEntry[]): readonly StrategyDefinition[] =>
  state.flatMap((entry) => (entry.kind === 'strategy' ? [entry.definition] : []));

export const changeRequestsIn = (state: readonly StateEntry[]): readonly ScheduledChangeRequest[] =>
  state.flatMap((entry) => (entry.kind === 'scheduled' ? [entry.changeRequest] : []));

export const idsOf = (items: readonly { readonly id: number }[]): readonly number[] =>
  items.map(({ id }) => id);
