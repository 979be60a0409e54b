import { createMemoryStore } from '@forewarn/store-memory';
import { expect, it } from 'vitest';
import { rejects } from '../../store-contract/test/wrong-store.ts';
import type { ApiKeyStore } from '../src/api-key-store.ts';
import { apiKeyContracts, sessionContracts } from '../src/contract/index.ts';
import { memoryOperate } from '../src/memory/index.ts';
import type { SessionStore } from '../src/session-store.ts';

type Ports = ApiKeyStore & SessionStore;
type Spoil = (right: Ports) => Partial<Ports>;

/** By each contract, ports that it must reject. */
const WRONG: Readonly<Record<string, readonly [flaw: string, Spoil]>> = {
  ApiKeyRepository: [
    'find a key that was revoked',
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
    'create keys for projects that do not exist',
    ({ apiKeys }) => ({
      apiKeys: {
        ...apiKeys,
        create: (key, { needsProjects: _needs, ...options } = {}) => apiKeys.create(key, options),
      },
    }),
  ],
  SessionRepository: [
    'keep the sessions of a key that was revoked',
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

it.for([...apiKeyContracts, ...sessionContracts])(
  '$port rejects ports with a flaw',
  async (contract) => {
    const [flaw, spoil] = WRONG[contract.port] ?? ['there are none', (right: Ports) => right];
    const isRejected = await rejects(contract, async () => {
      const right = createMemoryStore({}, [memoryOperate]);
      return { store: { ...right, ...spoil(right) }, release: () => right.close() };
    });
    expect({ flaw, isRejected }).toEqual({ flaw, isRejected: true });
  },
);
