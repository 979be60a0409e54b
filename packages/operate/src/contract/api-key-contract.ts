import assert from 'node:assert/strict';
import { PERMISSIONS } from '@forewarn/core';
import {
  allEvents,
  BY,
  byBytes,
  check,
  closedCase,
  contractOf,
  errorOf,
  INHERITED_NAMES,
  lookDuring,
  outageCase,
  PROJECT,
  registerProjects,
  repeat,
  signalCases,
  times,
  UNORDERED_NAMES,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { ApiKey } from '../api-key-repository.ts';
import { API_KEY_CALLS, type ApiKeyPorts, fillForApiKeys } from './api-key-calls.ts';

const hashOf = (index: number): string => index.toString(16).padStart(64, 'a0');

const key = (name: string, index: number, given: Partial<ApiKey> = {}): ApiKey => ({
  name,
  secretHash: hashOf(index),
  permissions: ['ADMIN'],
  ...given,
});

const create = async (store: ApiKeyPorts, ...keys: readonly ApiKey[]): Promise<void> => {
  for (const each of keys) await valueOf(store.apiKeys.create(each));
};

const EVERY_CALL = { calls: API_KEY_CALLS, fill: fillForApiKeys };
const keysIn = ({ apiKeys }: ApiKeyPorts) => valueOf(apiKeys.list());

const inOrderOfName = (keys: readonly ApiKey[]) => keys.toSorted((a, b) => byBytes(a.name, b.name));

/** The promises of API keys. */
export const keyContract = contractOf<ApiKeyPorts>('ApiKeyRepository', {
  'finds a key by its secret hash, with its permissions and projects': async ({ store }) => {
    const keys = [
      key('all projects', 1, { permissions: PERMISSIONS }),
      key('no project', 2, { projects: [] }),
      key('two projects', 3, { permissions: ['DELETE_STRATEGY'], projects: ['b', 'a'] }),
      key('no permission', 4, { permissions: [], projects: [...INHERITED_NAMES, '{a,"b"}'] }),
    ];
    await create(store, ...keys);
    for (const each of keys) {
      assert.deepEqual(await valueOf(store.apiKeys.find(each.secretHash)), each);
    }
    assert.deepEqual(await valueOf(store.apiKeys.list()), inOrderOfName(keys));
  },
  'returns undefined for an unknown secret hash': async ({ store }) => {
    const hash = hashOf(1);
    await create(store, key('ci', 1));
    const similar = [hash.toUpperCase(), hash.slice(0, -1), `${hash} `];
    const patterns = ['_'.repeat(64), '%', ''];
    for (const other of [hashOf(2), ...similar, ...patterns, 'ci', ...INHERITED_NAMES]) {
      assert.equal(await valueOf(store.apiKeys.find(other)), undefined, other);
    }
  },
  'returns ApiKeyExists with the existing name for a duplicate name or hash': async ({ store }) => {
    const existing = key('ci', 1, { projects: ['a'] });
    await create(store, existing);
    for (const other of [key('ci', 2), key('other', 1), key('ci', 1)]) {
      await check.fails(store.apiKeys.create(other), { type: 'ApiKeyExists', name: 'ci' });
    }
    assert.deepEqual(await valueOf(store.apiKeys.list()), [existing]);
    assert.equal(await valueOf(store.apiKeys.find(hashOf(2))), undefined);
  },
  'creates one of concurrent keys with one name or hash, and returns it': async ({ store }) => {
    for (const rivalOf of [
      (index: number) => key('ci', index),
      (index: number) => key(`ci ${index}`, 1),
    ]) {
      const calls = times(20, async (index) => {
        const rival = rivalOf(index);
        return (await store.apiKeys.create(rival)).match(
          () => rival.name,
          (error) => (error.type === 'ApiKeyExists' ? error.name : error.type),
        );
      });
      const winners = [...new Set(await Promise.all(calls))];
      const kept = await valueOf(store.apiKeys.list());
      assert.deepEqual(
        winners,
        kept.map(({ name }) => name),
      );
      assert.equal(winners.length, 1);
      for (const name of winners) await valueOf(store.apiKeys.revoke(name));
    }
  },
  'compares names byte for byte and lists them in byte order': async ({ store }) => {
    const keys = UNORDERED_NAMES.map((name, index) => key(name, index));
    await Promise.all(keys.map((each) => create(store, each)));
    const inOrder = inOrderOfName(keys);
    assert.deepEqual(await valueOf(store.apiKeys.list()), inOrder);
    for (const { name } of inOrder.slice(1)) await valueOf(store.apiKeys.revoke(name));
    assert.deepEqual(await valueOf(store.apiKeys.list()), inOrder.slice(0, 1));
  },
  'does not find a revoked key, and accepts its name and hash again': async ({ store }) => {
    const [gone, kept] = [key('ci', 1), key('kept', 2)];
    const find = () => valueOf(store.apiKeys.find(hashOf(1)));
    await create(store, gone, kept);
    assert.deepEqual(await find(), gone);
    await valueOf(store.apiKeys.revoke('ci'));
    assert.equal(await find(), undefined);
    assert.deepEqual(await valueOf(store.apiKeys.list()), [kept]);
    await create(store, gone);
    assert.deepEqual(await find(), gone);
  },
  'returns ApiKeyNotFound for revoking an unknown name': async ({ store }) => {
    await create(store, key('ci', 1));
    for (const name of ['CI', 'ci ', 'c_', '%', hashOf(1), ...INHERITED_NAMES]) {
      await check.fails(store.apiKeys.revoke(name), { type: 'ApiKeyNotFound', name });
    }
    assert.deepEqual(await valueOf(store.apiKeys.list()), [key('ci', 1)]);
    assert.deepEqual(await allEvents(store), []);
  },
  ...closedCase(EVERY_CALL),
  ...outageCase(EVERY_CALL, keysIn),
  ...signalCases(EVERY_CALL, keysIn),
});

const apiKeyFor = (name: string, ...projects: readonly string[]): ApiKey => ({
  name,
  secretHash: Buffer.from(name).toString('hex').padStart(64, '0'),
  permissions: ['ADMIN'],
  projects,
});

const projectsOfKeys = async (store: ApiKeyPorts): Promise<Readonly<Record<string, unknown>>> => {
  const keys = await valueOf(store.apiKeys.list());
  return Object.fromEntries(keys.map(({ name, projects }) => [name, projects]));
};

const deleteProject = (store: ApiKeyPorts, id = PROJECT): Promise<void> =>
  valueOf(store.projects.delete(id, BY));

/** The promises of API keys that are limited to projects. */
export const projectKeyContract = contractOf<ApiKeyPorts>('API keys of projects', {
  'lose a project that is deleted, and are revoked without one left': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    const kept = apiKeyFor('of both', 'other', PROJECT, 'later');
    const revoked = apiKeyFor('of one', PROJECT);
    await create(store, kept, revoked, apiKeyFor('twice', PROJECT, PROJECT));
    await deleteProject(store);
    const projects = ['other', 'later'];
    assert.deepEqual(await projectsOfKeys(store), { 'of both': projects });
    assert.deepEqual(await valueOf(store.apiKeys.find(kept.secretHash)), { ...kept, projects });
    assert.equal(await valueOf(store.apiKeys.find(revoked.secretHash)), undefined);
    await registerProjects(store, PROJECT);
    assert.deepEqual(await projectsOfKeys(store), { 'of both': projects });
    await create(store, revoked);
  },
  'stay as they are when another project is deleted': async ({ store }) => {
    const others = ['Shop', 'shop ', 'sho_', '%', 'a","b', '\\', '"', ...INHERITED_NAMES];
    await registerProjects(store, PROJECT, ...others);
    const { projects: _none, ...unlimited } = apiKeyFor('unlimited');
    const keys = others.map((id) => apiKeyFor(`of ${id}`, id, PROJECT));
    await create(store, unlimited, apiKeyFor('none'), apiKeyFor('early', 'later'), ...keys);
    for (const id of others) await deleteProject(store, id);
    await errorOf(store.projects.delete('later', BY));
    assert.deepEqual(await projectsOfKeys(store), {
      none: [],
      early: ['later'],
      unlimited: undefined,
      ...Object.fromEntries(others.map((id) => [`of ${id}`, [PROJECT]])),
    });
  },
  'lose each of several projects that are deleted at once': async ({ store }) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await registerProjects(store, ...ids);
    await create(store, apiKeyFor('of all', ...ids, 'later'), apiKeyFor('of each', ...ids));
    await Promise.all(ids.map((id) => deleteProject(store, id)));
    assert.deepEqual(await projectsOfKeys(store), { 'of all': ['later'] });
  },
  'lose a project in the step that deletes it': async ({ store }) => {
    const look = async (): Promise<void> => {
      const { ci: before } = await projectsOfKeys(store);
      const isGone = (await valueOf(store.projects.list())).length === 0;
      const { ci: after } = await projectsOfKeys(store);
      if (isGone) assert.deepEqual(after, ['later']);
      else assert.deepEqual(before, [PROJECT, 'later']);
    };
    await repeat(5, async () => {
      await registerProjects(store, PROJECT);
      await create(store, apiKeyFor('ci', PROJECT, 'later'));
      await lookDuring(() => deleteProject(store), look);
      await valueOf(store.apiKeys.revoke('ci'));
    });
  },
  'are not created with a missing project if they need theirs': async ({ store }) => {
    await registerProjects(store, PROJECT);
    for (const missing of ['Shop', 'shop ', '%', ...INHERITED_NAMES]) {
      const ci = apiKeyFor('ci', PROJECT, missing, 'none');
      const error = { type: 'ProjectNotFound', projectId: missing };
      await check.fails(store.apiKeys.create(ci, { needsProjects: true }), error);
    }
    assert.deepEqual(await projectsOfKeys(store), {});
    for (const accepted of [apiKeyFor('ci', PROJECT), apiKeyFor('none')]) {
      await valueOf(store.apiKeys.create(accepted, { needsProjects: true }));
    }
    assert.deepEqual(await projectsOfKeys(store), { ci: [PROJECT], none: [] });
    const again = store.apiKeys.create(apiKeyFor('ci', 'gone'), { needsProjects: true });
    await check.fails(again, { type: 'ProjectNotFound', projectId: 'gone' });
  },
  'are never created for a project that is deleted at the same time': async ({ store }) => {
    await repeat(5, async (round) => {
      await registerProjects(store, PROJECT);
      const creating = times(6, (no) =>
        store.apiKeys.create(apiKeyFor(`${round} ${no}`, PROJECT), { needsProjects: true }),
      );
      const [results] = await Promise.all([Promise.all(creating), deleteProject(store)]);
      for (const result of results) {
        if (result.isErr()) assert.equal(result.error.type, 'ProjectNotFound');
      }
      assert.deepEqual(await projectsOfKeys(store), {});
    });
  },
});
