import { createMemoryStore } from '@forewarn/store-memory';
import { type Flaws, itRejects } from '../../store-contract/test/wrong-store.ts';
import type { ApiKeyStore } from '../src/api-key-repository.ts';
import { apiKeyContracts, sessionContracts } from '../src/contract/index.ts';
import { memoryOperate } from '../src/memory/index.ts';
import type { SessionStore } from '../src/session-repository.ts';

type Ports = ApiKeyStore & SessionStore;
type Spoil = (right: Ports) => Partial<Ports>;

/** By each contract, a store that it must reject. */
const WRONG: Flaws<Spoil> = {
  ApiKeyRepository: [
    'finds a key that was revoked',
    ({ apiKeys }) => {
      const found = new Map<string, ReturnType<typeof apiKeys.find>>();
      return {
        apiKeys: {
          ...apiKeys,
          find: (secretHash, options) => {
            const result = found.get(secretHash) ?? apiKeys.find(secretHash, options);
            found.set(secretHash, result);
            return result;
          },
        },
      };
    },
  ],
  'API keys of projects': [
    'creates keys for projects that do not exist',
    ({ apiKeys }) => ({
      apiKeys: {
        ...apiKeys,
        create: (key, { needsProjects: _needs, ...options } = {}) => apiKeys.create(key, options),
      },
    }),
  ],
  SessionRepository: [
    'keeps the sessions of a key that was revoked',
    ({ apiKeys, sessions }) => ({
      apiKeys: {
        ...apiKeys,
        revoke: async (name, options) => {
          const before = await sessions.list();
          const revoked = await apiKeys.revoke(name, options);
          for (const each of before.unwrapOr([])) await sessions.start(each);
          return revoked;
        },
      },
    }),
  ],
};

itRejects([...apiKeyContracts, ...sessionContracts], WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryOperate]);
  return { store: { ...right, ...spoil(right) }, release: () => right.close() };
});
