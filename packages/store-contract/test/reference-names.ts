import { type NameFinding, type NameKind, type NameRepository, nearestNames } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { hasProject, type State } from './reference-state.ts';
import { whileOpen } from '../../store-memory/src/while-open.ts';

/** The names of the reference store. */
export function namesOf(state: State): NameRepository {
  const listsOf = (projectIds: readonly string[], kind: NameKind) =>
    state.names.filter((list) => list.kind === kind && projectIds.includes(list.projectId));
  return whileOpen<NameRepository>(state, {
    replace: ({ projectId, asOf, lists }) => {
      if (!hasProject(state, projectId)) return err({ type: 'ProjectNotFound', projectId });
      for (const [key, values] of Object.entries(lists)) {
        const kind = key as NameKind;
        const [stored] = listsOf([projectId], kind);
        if (stored !== undefined && stored.asOf > asOf) continue;
        state.names = state.names.filter((list) => list !== stored);
        state.names.push({ projectId, kind, asOf, values: [...values] });
      }
      return ok();
    },
    add: (projectId, names) => {
      state.names = state.names.map((list) => {
        const added = names.filter(({ kind }) => kind === list.kind).map(({ value }) => value);
        const isOwn = list.projectId === projectId;
        return isOwn ? { ...list, values: [...list.values, ...added] } : list;
      });
      return ok();
    },
    find: ({ projectIds, names }) =>
      ok(
        names.map(({ kind, value }): NameFinding => {
          const lists = listsOf(projectIds, kind);
          if (lists.some(({ values }) => values.includes(value))) return { state: 'known' };
          const [oldest] = lists.map(({ asOf }) => asOf).toSorted();
          return oldest === undefined || lists.length < projectIds.length
            ? { state: 'unchecked' }
            : { state: 'not-found', asOf: oldest };
        }),
      ),
    near: (projectIds, { kind, value }) => {
      const values = listsOf(projectIds, kind).flatMap((list) => list.values);
      return ok(nearestNames(value, values));
    },
  });
}
