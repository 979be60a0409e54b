/**
 * API keys and their sessions in memory stores.
 *
 * @module @forewarn/operate/memory
 */
import { byByteOrder, type MemoryCapability, whileOpen } from '@forewarn/store-memory';
import { err, ok } from 'neverthrow';
import type { ApiKey, ApiKeyRepository, ApiKeyStore } from '../api-key-repository.ts';
import type { Session, SessionStore } from '../session-repository.ts';
import { memorySessions } from './memory-sessions.ts';

/** Adds API keys and their sessions to a memory store. */
export const memoryOperate: MemoryCapability<ApiKeyStore & SessionStore> = {
  portsOver: (state) => {
    const keys = new Map<string, ApiKey>();
    const sessions = new Map<string, Session>();
    const bySecret = (secretHash: string) =>
      [...keys.values()].find((key) => key.secretHash === secretHash);
    const remove = ({ name, secretHash }: ApiKey): void => {
      keys.delete(name);
      for (const [tokenHash, session] of sessions) {
        if (session.secretHash === secretHash) sessions.delete(tokenHash);
      }
    };
    state.onProjectDeleted = (id) => removeFromKeys({ keys, remove }, id);
    const apiKeys = whileOpen<ApiKeyRepository>(state, (step) => ({
      create: step((key, options) => {
        const { projects = [] } = options?.needsProjects === true ? key : {};
        const missing = projects.find((id) => !state.projects.has(id));
        if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
        const existing = keys.get(key.name) ?? bySecret(key.secretHash);
        if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
        keys.set(key.name, structuredClone(key));
        return ok();
      }),
      list: step(() =>
        ok(structuredClone([...keys.values()].toSorted(byByteOrder(({ name }) => name)))),
      ),
      revoke: step((name) => {
        const key = keys.get(name);
        if (key === undefined) return err({ type: 'ApiKeyNotFound', name });
        remove(key);
        return ok();
      }),
      find: step((secretHash) => ok(structuredClone(bySecret(secretHash)))),
    }));
    return { apiKeys, sessions: memorySessions(state, sessions) };
  },
};

interface Keys {
  readonly keys: Map<string, ApiKey>;
  readonly remove: (key: ApiKey) => void;
}

/** Removes a project from the keys that are limited to it, and the keys without a project left. */
function removeFromKeys({ keys, remove }: Keys, projectId: string): void {
  for (const [name, key] of keys) {
    if (key.projects?.includes(projectId) !== true) continue;
    const projects = key.projects.filter((id) => id !== projectId);
    if (projects.length === 0) remove(key);
    else keys.set(name, { ...key, projects });
  }
}
