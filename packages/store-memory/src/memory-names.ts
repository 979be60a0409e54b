import { type NameKind, type NameRepository, nearestNames } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { findAgain, findMissing } from './memory-gone.ts';
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
      const replaced = new Set<NameKind>();
      for (const [key, values] of Object.entries(lists)) {
        const kind = key as NameKind;
        const stored = project.names.get(kind);
        if (stored !== undefined && Date.parse(stored.asOf) > Date.parse(asOf)) continue;
        const newer = [...(stored?.values ?? [])].filter(([, at]) => at > Date.parse(asOf));
        const all = [...newer, ...values.map((value) => [value, 0] as const)];
        project.names.set(kind, { asOf, values: new Map(all) });
        replaced.add(kind);
      }
      findMissing(project, replaced, asOf);
      return ok();
    },

    add: (projectId, names, { areNew = false } = {}) => {
      const project = state.projects.get(projectId);
      for (const { kind, value } of names) {
        const values = project?.names.get(kind)?.values;
        if (values?.has(value) === false) values.set(value, Date.now());
        if (areNew && project !== undefined) findAgain(project, { kind, value });
      }
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
          lists.flatMap(({ values }) => [...values.keys()]),
        ),
      );
    },
  });
}
