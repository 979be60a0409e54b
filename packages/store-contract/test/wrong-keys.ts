import type { ApiKey } from '@forewarn/operate';
import { err, ok } from 'neverthrow';
import { type State } from './reference-state.ts';
import { byCodeUnits } from './wrong-strategies.ts';
import { at, wrong, type WrongStore } from './wrong-store.ts';

const apiKeysCreate = at('apiKeys.create');
const apiKeysFind = at('apiKeys.find');
const apiKeysList = at('apiKeys.list');
const apiKeysRevoke = at('apiKeys.revoke');
const projectsDelete = at('projects.delete');

const COPIES = 'Store';
const KEYS = 'ApiKeyRepository';
const OF_PROJECTS = 'API keys of projects';

const wrongKeys = wrong([KEYS], {
  'finds a revoked key': apiKeysFind.caching(),
  'ignores the case of secret hashes': apiKeysFind.passing((_, hash) => [hash.toLowerCase()]),
  'treats a key with an empty list of projects as unlimited': apiKeysCreate.passing(
    (_, { projects = [], ...key }) => [projects.length === 0 ? key : { ...key, projects }],
  ),
  'returns the name of the refused key instead of the existing one': apiKeysCreate.instead(
    ({ call }, key) =>
      call(key).mapErr((error) =>
        error.type === 'ApiKeyExists' ? { ...error, name: key.name } : error,
      ),
  ),
  'returns no error for revoking an unknown key': apiKeysRevoke.ignoring(),
  'lists keys in the order of UTF-16 code units': apiKeysList.returning((keys) =>
    keys.toSorted(byCodeUnits),
  ),
});

/** Deletes projects, and then makes others of the keys that there were before. */
const deleting = (change: (before: readonly ApiKey[], id: string, state: State) => ApiKey[]) =>
  projectsDelete.around((state, id) => {
    const before = structuredClone(state.keys);
    return () => {
      state.keys = change(before, id, state);
    };
  });

/** Removes the projects of keys that match. */
const removing = (keys: readonly ApiKey[], isRemoved: (projectId: string) => boolean): ApiKey[] =>
  keys.flatMap((key) => {
    if (key.projects?.some(isRemoved) !== true) return [key];
    const projects = key.projects.filter((id) => !isRemoved(id));
    return projects.length === 0 ? [] : [{ ...key, projects }];
  });

/** Stores that don't keep API keys and projects together. */
const wrongProjectKeys = wrong([OF_PROJECTS], {
  'keeps a deleted project in its keys': deleting((before) => [...before]),
  'keeps a key that has no project left': deleting((before, id) =>
    before.map((key) =>
      key.projects === undefined
        ? key
        : { ...key, projects: key.projects.filter((each) => each !== id) },
    ),
  ),
  'revokes each key of a deleted project': deleting((before, id) =>
    before.filter(({ projects }) => projects?.includes(id) !== true),
  ),
  'revokes the keys that never had a project': deleting((_before, _id, { keys }) =>
    keys.filter(({ projects }) => projects?.length !== 0),
  ),
  'compares the projects of keys without their case': deleting((before, id) =>
    removing(before, (each) => each.toLowerCase() === id.toLowerCase()),
  ),
  'takes the id of a deleted project for a pattern': deleting((before, id) =>
    removing(before, (each) => id === '%' || each === id),
  ),
  'removes an unknown project from keys': projectsDelete.around((state, id) => {
    state.keys = removing(state.keys, (each) => each === id);
  }),
  'creates keys for missing projects': apiKeysCreate.passing((_, key) => [key]),
  'refuses keys without projects': apiKeysCreate.instead(({ call }, key, options) =>
    call(key, options).andThen(() =>
      options?.needsProjects === true && key.projects?.length === 0
        ? err({ type: 'ProjectNotFound' as const, projectId: '' })
        : ok(),
    ),
  ),
});

/** Stores with wrong API keys. */
export const wrongApiKeys: readonly WrongStore[] = [
  ...wrong([COPIES], {}),
  ...wrongKeys,
  ...wrongProjectKeys,
];
