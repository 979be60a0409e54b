/**
 * API keys in memory stores.
 *
 * @module @forewarn/operate/memory
 */
import { byByteOrder, type MemoryCapability, whileOpen } from '@forewarn/store-memory';
import { err, ok } from 'neverthrow';
import type { ApiKey, ApiKeyRepository } from '../api-key-repository.ts';
import type { ApiKeyStore } from '../api-key-store.ts';

/** Adds API keys to a memory store. */
export const memoryOperate: MemoryCapability<ApiKeyStore> = {
  portsOver: (state) => {
    const keys = new Map<string, ApiKey>();
    const bySecret = (secretHash: string) =>
      [...keys.values()].find((key) => key.secretHash === secretHash);
    state.onProjectDeleted = (id) => removeFromKeys(keys, id);
    const apiKeys = whileOpen<ApiKeyRepository>(state, (step) => ({
      create: step((key, options) => {
        const existing = keys.get(key.name) ?? bySecret(key.secretHash);
        if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
        const { projects = [] } = options?.needsProjects === true ? key : {};
        const missing = projects.find((id) => !state.projects.has(id));
        if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
        keys.set(key.name, structuredClone(key));
        return ok();
      }),
      list: step(() =>
        ok(structuredClone([...keys.values()].toSorted(byByteOrder(({ name }) => name)))),
      ),
      revoke: step((name) => (keys.delete(name) ? ok() : err({ type: 'ApiKeyNotFound', name }))),
      find: step((secretHash) => ok(structuredClone(bySecret(secretHash)))),
    }));
    return { apiKeys };
  },
};

/** Removes a project from the keys that are limited to it, and the keys without a project left. */
function removeFromKeys(keys: Map<string, ApiKey>, projectId: string): void {
  for (const [name, key] of keys) {
    if (key.projects?.includes(projectId) !== true) continue;
    const projects = key.projects.filter((id) => id !== projectId);
    if (projects.length === 0) keys.delete(name);
    else keys.set(name, { ...key, projects });
  }
}
