import { err, ok } from 'neverthrow';
import { coverageIn, recordEvent, sameJson } from './reference-state.ts';
import { whileOpen } from './while-open.ts';
import {
  afterAMoment,
  inApiKeys,
  inProjects,
  inStrategies,
  wrong,
  type WrongStore,
} from './wrong-store.ts';

const REGISTER = 'StrategyRepository.register';
const DELETE = 'StrategyRepository.delete';
const PROJECTS = 'ProjectRepository';
const KEYS = 'ApiKeyRepository';

const byCodeUnits = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const wrongStrategies: readonly WrongStore[] = [
  ...wrong([DELETE], {
    'checks, waits, and then deletes': inStrategies((right, state) => ({
      delete: (name, by) => {
        const existing = state.definitions.find((definition) => definition.name === name);
        if (existing?.editable !== true) return right.strategies.delete(name, by);
        return afterAMoment().map(() => {
          state.definitions = state.definitions.filter((other) => other !== existing);
          const content = { type: 'strategy-deleted', data: null, preData: existing } as const;
          recordEvent(state, { ...content, createdBy: by });
        });
      },
    })),
    'loses the event of a delete': inStrategies((right, state) => ({
      delete: (name, by) =>
        right.strategies.delete(name, by).map(() => {
          state.events = state.events.slice(1);
        }),
    })),
    'records the event of a delete without the whole definition': inStrategies((right, state) => ({
      delete: (name, by) =>
        right.strategies.delete(name, by).map(() => {
          const [event] = state.events;
          if (event?.type !== 'strategy-deleted') return;
          state.events[0] = { ...event, preData: { ...event.preData, parameters: [] } };
        }),
    })),
    'returns no error for deleting an unknown definition': inStrategies((right) => ({
      delete: (name, by) =>
        right.strategies
          .delete(name, by)
          .orElse((error) => (error.type === 'StrategyNotFound' ? ok() : err(error))),
    })),
    'deletes built-in definitions': (right, state) => {
      state.definitions = state.definitions.map((each) => ({ ...each, editable: true }));
      return right;
    },
  }),
  ...wrong([REGISTER], {
    'replaces an existing definition': inStrategies((right, state) => ({
      register: (definition, by) => {
        const others = state.definitions.filter(({ name }) => name !== definition.name);
        state.definitions = others;
        return right.strategies.register(definition, by);
      },
    })),
    'loses the event of a registration': inStrategies((right, state) => ({
      register: (definition, by) =>
        right.strategies.register(definition, by).map(() => {
          state.events = state.events.slice(1);
        }),
    })),
    'keeps a reference to a registered definition': inStrategies((right, state) => ({
      register: (definition, by) =>
        right.strategies.register(definition, by).map(() => {
          state.definitions = state.definitions.map((kept) =>
            sameJson(kept, definition) ? definition : kept,
          );
        }),
    })),
  }),
];

const wrongProjects: readonly WrongStore[] = [
  ...wrong([PROJECTS], {
    'ignores the case of projects': inProjects((right, state) => ({
      register: (project, by) =>
        state.projects.some(({ id }) => id.toLowerCase() === project.id.toLowerCase())
          ? whileOpen(state, undefined, () => err({ type: 'ProjectExists', projectId: project.id }))
          : right.projects.register(project, by),
    })),
    'renames an existing project': inProjects((right, state) => ({
      register: (project, by) => {
        state.projects = state.projects.map((kept) => (kept.id === project.id ? project : kept));
        return right.projects.register(project, by);
      },
    })),
    'checks, waits, and then registers a project': inProjects((right, state) => ({
      register: (project, by) => {
        const isThere = state.projects.some(({ id }) => id === project.id);
        return afterAMoment().andThen(() => {
          if (!isThere) state.projects = state.projects.filter(({ id }) => id !== project.id);
          return right.projects.register(project, by);
        });
      },
    })),
    'shares its projects with callers': inProjects((right, state) => ({
      register: (project, by) =>
        right.projects.register(project, by).map(() => {
          state.projects = [...state.projects.slice(0, -1), project];
        }),
      list: () =>
        whileOpen(state, undefined, () =>
          ok(
            state.projects.map((own) =>
              Object.assign(own, { coverage: coverageIn(state, own.id) }),
            ),
          ),
        ),
    })),
  }),
];

const wrongKeys: readonly WrongStore[] = [
  ...wrong([KEYS], {
    'finds a revoked key': inApiKeys((right) => {
      const found = new Map<string, ReturnType<typeof right.apiKeys.find>>();
      return {
        find: (hash) => {
          const result = found.get(hash) ?? right.apiKeys.find(hash);
          found.set(hash, result);
          return result;
        },
      };
    }),
    'ignores the case of secret hashes': inApiKeys((right) => ({
      find: (hash) => right.apiKeys.find(hash.toLowerCase()),
    })),
    'treats a key with an empty list of projects as unlimited': inApiKeys((right) => ({
      create: ({ projects = [], ...key }) =>
        right.apiKeys.create(projects.length === 0 ? key : { ...key, projects }),
    })),
    'returns the name of the refused key instead of the existing one': inApiKeys((right) => ({
      create: (key) =>
        right.apiKeys
          .create(key)
          .mapErr((error) =>
            error.type === 'ApiKeyExists' ? { ...error, name: key.name } : error,
          ),
    })),
    'checks, waits, and then creates a key': inApiKeys((right, state) => ({
      create: (key) => {
        const isThere = state.keys.some(
          ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
        );
        if (isThere) return right.apiKeys.create(key);
        return afterAMoment().map(() => {
          state.keys.push(structuredClone(key));
        });
      },
    })),
    'shares its keys with callers': inApiKeys((_, state) => ({
      find: (hash) =>
        whileOpen(state, undefined, () =>
          ok(state.keys.find(({ secretHash }) => secretHash === hash)),
        ),
    })),
    'returns no error for revoking an unknown key': inApiKeys((right) => ({
      revoke: (name) => right.apiKeys.revoke(name).orElse(() => ok()),
    })),
    'lists keys in the order of UTF-16 code units': inApiKeys((right) => ({
      list: () => right.apiKeys.list().map((keys) => keys.toSorted(byCodeUnits)),
    })),
  }),
];

/** Stores with wrong registrations and removals. */
export const wrongRegistrations: readonly WrongStore[] = [
  ...wrongStrategies,
  ...wrongProjects,
  ...wrongKeys,
];
