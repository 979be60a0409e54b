import type { ApiKeyRepository } from '@forewarn/operate';
import { err, ok } from 'neverthrow';
import { byByteOrder, type MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryApiKeys(state: MemoryState): ApiKeyRepository {
  const bySecret = (secretHash: string) =>
    [...state.apiKeys.values()].find((key) => key.secretHash === secretHash);
  return whileOpen<ApiKeyRepository>(state, (step) => ({
    create: step((key, options) => {
      const existing = state.apiKeys.get(key.name) ?? bySecret(key.secretHash);
      if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
      const { projects = [] } = options?.needsProjects === true ? key : {};
      const missing = projects.find((id) => !state.projects.has(id));
      if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
      state.apiKeys.set(key.name, structuredClone(key));
      return ok();
    }),
    list: step(() =>
      ok(structuredClone([...state.apiKeys.values()].toSorted(byByteOrder(({ name }) => name)))),
    ),
    revoke: step((name) =>
      state.apiKeys.delete(name) ? ok() : err({ type: 'ApiKeyNotFound', name }),
    ),
    find: step((secretHash) => ok(structuredClone(bySecret(secretHash)))),
  }));
}
