import type { Store } from '@forewarn/store';
import { err, ok } from 'neverthrow';
import { byBytes, hasProject, type State } from './reference-state.ts';
import { whileOpen } from '../../store-memory/src/while-open.ts';

/** The keys of the reference store. */
export const apiKeysOf = (state: State): Store['apiKeys'] =>
  whileOpen<Store['apiKeys']>(state, (step) => ({
    create: step((key, options) => {
      const existing = state.keys.find(
        ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
      );
      if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
      const { projects = [] } = options?.needsProjects === true ? key : {};
      const missing = projects.find((each) => !hasProject(state, each));
      if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
      state.keys.push(structuredClone(key));
      return ok();
    }),
    list: step(() => ok(structuredClone(state.keys.toSorted((a, b) => byBytes(a.name, b.name))))),
    revoke: step((name) => {
      const others = state.keys.filter((key) => key.name !== name);
      if (others.length === state.keys.length) return err({ type: 'ApiKeyNotFound', name });
      state.keys = others;
      return ok();
    }),
    find: step((hash) =>
      ok(structuredClone(state.keys.find(({ secretHash }) => secretHash === hash))),
    ),
  }));
