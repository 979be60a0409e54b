import { type NameKind, type NameRepository, nearestNames } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryNames(state: MemoryState): NameRepository {
  /** The lists of a kind in projects; undefined unless each has one. */
  const listsOf = (projectIds: readonly string[], kind: NameKind) => {
    const lists = projectIds.flatMap((id) => state.projects.get(id)?.names.get(kind) ?? []);
    return { lists, areComplete: lists.length > 0 && lists.length === projectIds.length };
  };
  return whileOpen<NameRepository>(state, {
    replace: ({ projectId, asOf, lists }) => {
      const project = state.projects.get(projectId);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
      for (const [key, values] of Object.entries(lists)) {
        const kind = key as NameKind;
        const stored = project.names.get(kind);
        if (stored !== undefined && Date.parse(stored.asOf) > Date.parse(asOf)) continue;
        project.names.set(kind, { asOf, values: new Set(values) });
      }
      return ok();
    },

    add: (projectId, names) => {
      const project = state.projects.get(projectId);
      for (const { kind, value } of names) project?.names.get(kind)?.values.add(value);
      return ok();
    },

    find: ({ projectIds, names }) =>
      ok(
        names.map(({ kind, value }) => {
          const { lists, areComplete } = listsOf(projectIds, kind);
          if (lists.some(({ values }) => values.has(value))) return { state: 'known' };
          if (!areComplete) return { state: 'unchecked' };
          const [asOf = ''] = lists.map((list) => list.asOf).toSorted();
          return { state: 'not-found', asOf };
        }),
      ),

    near: (projectIds, { kind, value }) => {
      const { lists } = listsOf(projectIds, kind);
      return ok(
        nearestNames(
          value,
          lists.flatMap(({ values }) => [...values]),
        ),
      );
    },
  });
}
