import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import { nearestNames } from '@forewarn/impact';
import { nextTurn } from '@forewarn/platform';
import {
  isOutdated,
  type NameFinding,
  type NameKind,
  type NameQuestion,
  type NameRepository,
  SilentChanges,
} from '@forewarn/record';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { unavailability, whileOpen } from './while-open.ts';

export function memoryNames(state: MemoryState): NameRepository {
  const atOnce = whileOpen<Omit<NameRepository, 'near'>>(state, (step) => ({
    replace: step(({ projectId, asOf, lists }) => {
      const project = state.projects.get(projectId);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
      const replaced = new Set<NameKind>();
      for (const [key, values] of Object.entries(lists)) {
        const kind = key as NameKind;
        const stored = project.names.get(kind);
        if (stored !== undefined && isOutdated(asOf, stored.asOf)) continue;
        const newer = [...(stored?.values ?? [])].filter(([, at]) => at > Date.parse(asOf));
        const listed = values.map((value) => [value, stored?.values.get(value) ?? 0] as const);
        project.names.set(kind, { asOf, values: new Map([...newer, ...listed]) });
        replaced.add(kind);
      }
      const changes = new SilentChanges();
      state.onNamesReplaced({ project, kinds: replaced, asOf }, changes);
      state.keepChanges(changes);
      return ok();
    }),

    add: step((projectId, names, { areNew = false } = {}) => {
      const project = state.projects.get(projectId);
      const changes = new SilentChanges();
      for (const { kind, value } of names) {
        const values = project?.names.get(kind)?.values;
        if (values?.has(value) === false) values.set(value, Date.now());
        if (!areNew || project === undefined) continue;
        if (kind === 'feature') project.names.get('archivedFeature')?.values.delete(value);
        state.onNameAdded(project, { kind, value }, changes);
      }
      state.keepChanges(changes);
      return ok();
    }),

    find: step((question) => ok(findNames(state, question))),
  }));
  return {
    ...atOnce,
    near: (projectIds, { kind, value }, options = {}) => {
      const unavailable = unavailability(state, options);
      if (unavailable !== undefined) return errAsync(unavailable);
      const all = listsOf(state, projectIds, kind).flatMap(({ values }) => [...values.keys()]);
      return new ResultAsync(nearestIn(all, value, options));
    },
  };
}

const listsOf = (state: MemoryState, projectIds: readonly string[], kind: NameKind) =>
  projectIds.flatMap((id) => state.projects.get(id)?.names.get(kind) ?? []);

/** Finds names in the lists of projects. */
export const findNames = (
  state: MemoryState,
  { projectIds, names }: NameQuestion,
): readonly NameFinding[] =>
  names.map(({ kind, value }) => {
    const lists = listsOf(state, projectIds, kind);
    if (lists.some(({ values }) => values.has(value))) return { state: 'known' };
    if (lists.length === 0 || lists.length < projectIds.length) return { state: 'unchecked' };
    const [asOf = ''] = lists.map((list) => list.asOf).toSorted();
    return { state: 'not-found', asOf };
  });

/** Maximum names that are compared in one turn of the event loop: a few milliseconds. */
const NAMES_PER_TURN = 5_000;

async function nearestIn(
  all: readonly string[],
  name: string,
  { signal }: CallOptions,
): Promise<Result<readonly string[], StoreUnavailable>> {
  let near = nearestNames(name, all.slice(0, NAMES_PER_TURN));
  for (let start = NAMES_PER_TURN; start < all.length; start += NAMES_PER_TURN) {
    await nextTurn();
    if (signal?.aborted === true) return err({ type: 'StoreUnavailable', cause: signal.reason });
    near = nearestNames(name, [...near, ...all.slice(start, start + NAMES_PER_TURN)]);
  }
  return ok(near);
}
