import { err, ok, ResultAsync } from 'neverthrow';
import { recordEvent, sameJson } from './reference-state.ts';
import { answering } from './answering.ts';
import { aMoment, replacing, type WrongStore } from './wrong-store.ts';

const REGISTER = 'StrategyRepository.register';
const DELETE = 'StrategyRepository.delete';
const PROJECTS = 'ProjectRepository';
const KEYS = 'ApiKeyRepository';

const byCodeUnits = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const afterAMoment = () => ResultAsync.fromSafePromise(aMoment());

const wrongStrategies: readonly WrongStore[] = [
  {
    flaw: 'checks, waits, and then deletes',
    rejectedBy: [DELETE],
    spoil: replacing('strategies', (right, state) => ({
      delete: (name, by) => {
        const there = state.definitions.find((definition) => definition.name === name);
        if (there?.editable !== true) return right.strategies.delete(name, by);
        return afterAMoment().map(() => {
          state.definitions = state.definitions.filter((other) => other !== there);
          const said = { type: 'strategy-deleted', data: null, preData: there } as const;
          recordEvent(state, { ...said, createdBy: by });
        });
      },
    })),
  },
  {
    flaw: 'loses the event of a delete',
    rejectedBy: [DELETE],
    spoil: replacing('strategies', (right, state) => ({
      delete: (name, by) =>
        right.strategies.delete(name, by).map(() => {
          state.events = state.events.slice(1);
        }),
    })),
  },
  {
    flaw: 'records the event of a delete without the whole definition',
    rejectedBy: [DELETE],
    spoil: replacing('strategies', (right, state) => ({
      delete: (name, by) =>
        right.strategies.delete(name, by).map(() => {
          const [event] = state.events;
          if (event?.type !== 'strategy-deleted') return;
          state.events[0] = { ...event, preData: { ...event.preData, parameters: [] } };
        }),
    })),
  },
  {
    flaw: 'deletes what is not there without a word',
    rejectedBy: [DELETE],
    spoil: replacing('strategies', (right) => ({
      delete: (name, by) =>
        right.strategies
          .delete(name, by)
          .orElse((error) => (error.type === 'StrategyNotFound' ? ok() : err(error))),
    })),
  },
  {
    flaw: 'deletes built-in definitions',
    rejectedBy: [DELETE],
    spoil: (right, state) => {
      state.definitions = state.definitions.map((each) => ({ ...each, editable: true }));
      return right;
    },
  },
  {
    flaw: 'replaces a definition that exists',
    rejectedBy: [REGISTER],
    spoil: replacing('strategies', (right, state) => ({
      register: (definition, by) => {
        const others = state.definitions.filter(({ name }) => name !== definition.name);
        state.definitions = others;
        return right.strategies.register(definition, by);
      },
    })),
  },
  {
    flaw: 'loses the event of a registration',
    rejectedBy: [REGISTER],
    spoil: replacing('strategies', (right, state) => ({
      register: (definition, by) =>
        right.strategies.register(definition, by).map(() => {
          state.events = state.events.slice(1);
        }),
    })),
  },
  {
    flaw: 'shares a definition with whom it came from',
    rejectedBy: [REGISTER],
    spoil: replacing('strategies', (right, state) => ({
      register: (definition, by) =>
        right.strategies.register(definition, by).map(() => {
          state.definitions = state.definitions.map((kept) =>
            sameJson(kept, definition) ? definition : kept,
          );
        }),
    })),
  },
];

const wrongProjects: readonly WrongStore[] = [
  {
    flaw: 'ignores the case of projects',
    rejectedBy: [PROJECTS],
    spoil: replacing('projects', (right, state) => ({
      register: (project, by) =>
        state.projects.some(({ id }) => id.toLowerCase() === project.id.toLowerCase())
          ? answering(state, () => err({ type: 'ProjectExists', projectId: project.id }))
          : right.projects.register(project, by),
    })),
  },
  {
    flaw: 'renames a project that exists',
    rejectedBy: [PROJECTS],
    spoil: replacing('projects', (right, state) => ({
      register: (project, by) => {
        state.projects = state.projects.map((kept) => (kept.id === project.id ? project : kept));
        return right.projects.register(project, by);
      },
    })),
  },
  {
    flaw: 'checks, waits, and then registers a project',
    rejectedBy: [PROJECTS],
    spoil: replacing('projects', (right, state) => ({
      register: (project, by) => {
        const isThere = state.projects.some(({ id }) => id === project.id);
        return afterAMoment().andThen(() => {
          if (!isThere) state.projects = state.projects.filter(({ id }) => id !== project.id);
          return right.projects.register(project, by);
        });
      },
    })),
  },
  {
    flaw: 'shares projects with those whom they came from and go to',
    rejectedBy: [PROJECTS],
    spoil: replacing('projects', (right, state) => ({
      register: (project, by) =>
        right.projects.register(project, by).map(() => {
          state.projects = [...state.projects.slice(0, -1), project];
        }),
      list: () => answering(state, () => ok(state.projects)),
    })),
  },
];

const wrongKeys: readonly WrongStore[] = [
  {
    flaw: 'finds a key after its revocation',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => {
      const found = new Map<string, ReturnType<typeof right.apiKeys.find>>();
      return {
        find: (hash) => {
          const answer = found.get(hash) ?? right.apiKeys.find(hash);
          found.set(hash, answer);
          return answer;
        },
      };
    }),
  },
  {
    flaw: 'ignores the case of secret hashes',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => ({
      find: (hash) => right.apiKeys.find(hash.toLowerCase()),
    })),
  },
  {
    flaw: 'takes a key that is limited to no project for one without limit',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => ({
      create: ({ projects = [], ...key }) =>
        right.apiKeys.create(projects.length === 0 ? key : { ...key, projects }),
    })),
  },
  {
    flaw: 'names the refused key instead of the one that is there',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => ({
      create: (key) =>
        right.apiKeys
          .create(key)
          .mapErr((error) =>
            error.type === 'ApiKeyExists' ? { ...error, name: key.name } : error,
          ),
    })),
  },
  {
    flaw: 'checks, waits, and then creates a key',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right, state) => ({
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
  },
  {
    flaw: 'shares keys with those whom they came from and go to',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (_, state) => ({
      find: (hash) =>
        answering(state, () => ok(state.keys.find(({ secretHash }) => secretHash === hash))),
    })),
  },
  {
    flaw: 'revokes what is not there without a word',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => ({
      revoke: (name) => right.apiKeys.revoke(name).orElse(() => ok()),
    })),
  },
  {
    flaw: 'lists keys in the order of UTF-16 code units',
    rejectedBy: [KEYS],
    spoil: replacing('apiKeys', (right) => ({
      list: () => right.apiKeys.list().map((keys) => keys.toSorted(byCodeUnits)),
    })),
  },
];

/** Stores that register, refuse and remove otherwise than they should. */
export const wrongRegistrations: readonly WrongStore[] = [
  ...wrongStrategies,
  ...wrongProjects,
  ...wrongKeys,
];
