import type { ApiKey } from '@forewarn/core/operator';
import { err, ok, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';
import { afterAMoment, inApiKeys, inProjects, wrong, type WrongStore } from './wrong-store.ts';

const KEYS = 'API keys of projects';

/** Deletes projects, and then changes the keys that there were before. */
const deleting = (change: (before: readonly ApiKey[], id: string, state: State) => void) =>
  inProjects((right, state) => ({
    delete: (id, by) => {
      const before = structuredClone(state.keys);
      return right.projects.delete(id, by).andTee(() => change(before, id, state));
    },
  }));

/** Removes the projects of keys that match. */
const removing = (
  keys: readonly ApiKey[],
  isRemoved: (projectId: string) => boolean,
): readonly ApiKey[] =>
  keys.flatMap((key) => {
    if (key.projects?.some(isRemoved) !== true) return [key];
    const projects = key.projects.filter((id) => !isRemoved(id));
    return projects.length === 0 ? [] : [{ ...key, projects }];
  });

/** Stores that don't keep API keys and projects together. */
export const wrongProjectKeys: readonly WrongStore[] = wrong([KEYS], {
  'keeps a deleted project in its keys': deleting((before, _id, state) => {
    state.keys = [...before];
  }),
  'keeps a key that has no project left': deleting((before, id, state) => {
    state.keys = before.map((key) =>
      key.projects === undefined
        ? key
        : { ...key, projects: key.projects.filter((each) => each !== id) },
    );
  }),
  'revokes each key of a deleted project': deleting((before, id, state) => {
    state.keys = before.filter(({ projects }) => projects?.includes(id) !== true);
  }),
  'revokes the keys that never had a project': deleting((_before, _id, state) => {
    state.keys = state.keys.filter(({ projects }) => projects?.length !== 0);
  }),
  'compares the projects of keys without their case': deleting((before, id, state) => {
    const lower = id.toLowerCase();
    state.keys = [...removing(before, (each) => each.toLowerCase() === lower)];
  }),
  'takes the id of a deleted project for a pattern': deleting((before, id, state) => {
    state.keys = [...removing(before, (each) => id === '%' || each === id)];
  }),
  'removes an unknown project from keys': inProjects((right, state) => ({
    delete: (id, by) => {
      state.keys = [...removing(state.keys, (each) => each === id)];
      return right.projects.delete(id, by);
    },
  })),
  'removes a project from keys after it is deleted, in another step': inProjects(
    (right, state) => ({
      delete: (id, by) => {
        const before = state.keys;
        const deleted = right.projects.delete(id, by);
        const after = state.keys;
        state.keys = before;
        return deleted.andThen(() =>
          afterAMoment().andTee(() => {
            state.keys = after;
          }),
        );
      },
    }),
  ),
  'loses one of two concurrent changes of a key': inProjects((right, state) => ({
    delete: (id, by) => {
      const before = structuredClone(state.keys);
      return afterAMoment()
        .andThen(() => right.projects.delete(id, by))
        .andTee(() => {
          state.keys = [...removing(before, (each) => each === id)];
        });
    },
  })),
  'creates keys for missing projects': inApiKeys((right) => ({
    create: (key) => right.apiKeys.create(key),
  })),
  'checks the projects of a key, waits, and then creates it': inApiKeys((right, state) => ({
    create: (key, options) => {
      const known = new Set(state.projects.map(({ id }) => id));
      const missing = key.projects?.find((id) => !known.has(id));
      if (options?.needsProjects === true && missing !== undefined) {
        return new ResultAsync(
          Promise.resolve(err({ type: 'ProjectNotFound' as const, projectId: missing })),
        );
      }
      return afterAMoment().andThen(() => right.apiKeys.create(key));
    },
  })),
  'refuses keys without projects': inApiKeys((right) => ({
    create: (key, options) =>
      right.apiKeys
        .create(key, options)
        .andThen(() =>
          options?.needsProjects === true && key.projects?.length === 0
            ? err({ type: 'ProjectNotFound' as const, projectId: '' })
            : ok(),
        ),
  })),
});
