import type { NameFinding, NameKind, NameRepository } from '@forewarn/record';
import { nearestNames } from '@forewarn/impact';
import { targetKey } from '@forewarn/forecast';
import { err, ok } from 'neverthrow';
import { findMissing, markMissing } from './reference-gone.ts';
import { hasProject, type State } from './reference-state.ts';
import { whileOpen } from '../../store-memory/src/while-open.ts';

/** The names of the reference store. */
export function namesOf(state: State): NameRepository {
  const listsOf = (projectIds: readonly string[], kind: NameKind) =>
    state.names.filter((list) => list.kind === kind && projectIds.includes(list.projectId));
  return whileOpen<NameRepository>(state, (step) => ({
    replace: step(({ projectId, asOf, lists }) => {
      if (!hasProject(state, projectId)) return err({ type: 'ProjectNotFound', projectId });
      const before = state.missing;
      const kinds: NameKind[] = [];
      for (const [key, values] of Object.entries(lists)) {
        const kind = key as NameKind;
        const [stored] = listsOf([projectId], kind);
        if (stored !== undefined && stored.asOf > asOf) continue;
        state.names = state.names.filter((list) => list !== stored);
        const added = new Map([...(stored?.added ?? [])].filter(([, at]) => at > Date.parse(asOf)));
        state.names.push({ projectId, kind, asOf, values: [...values, ...added.keys()], added });
        kinds.push(kind);
      }
      findMissing(state, { projectId, asOf, kinds });
      markMissing(state, before);
      return ok();
    }),
    add: step((projectId, names, options) => {
      state.names = state.names.map((list) => {
        const added = names.filter(({ kind }) => kind === list.kind).map(({ value }) => value);
        const isOwn = list.projectId === projectId;
        if (!isOwn) return list;
        const news = added.filter((value) => !list.values.includes(value));
        const times = news.map((value) => [value, Date.now()] as const);
        return {
          ...list,
          values: [...list.values, ...news],
          added: new Map([...list.added, ...times]),
        };
      });
      if (options?.areNew !== true || !hasProject(state, projectId)) return ok();
      const again = names.filter(({ kind }) => kind !== 'strategyDefinition');
      state.names = state.names.map((list) => {
        const features = again.filter(({ kind }) => kind === 'feature').map(({ value }) => value);
        const isArchived = list.kind === 'archivedFeature' && list.projectId === projectId;
        if (!isArchived) return list;
        return { ...list, values: list.values.filter((value) => !features.includes(value)) };
      });
      const before = state.missing;
      const keys = new Set(again.map(({ kind, value }) => `${kind} ${value}`));
      state.missing = state.missing.filter(
        (each) => each.projectId !== projectId || !keys.has(targetKey(each.target)),
      );
      markMissing(state, before);
      return ok();
    }),
    find: step(({ projectIds, names }) =>
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
    ),
    near: step((projectIds, { kind, value }) => {
      const values = listsOf(projectIds, kind).flatMap((list) => list.values);
      return ok(nearestNames(value, values));
    }),
  }));
}
