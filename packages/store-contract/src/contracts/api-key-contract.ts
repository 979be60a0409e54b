import assert from 'node:assert/strict';
import { PERMISSIONS } from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { byBytes, INHERITED_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { allEvents } from '../suite/events-during.ts';
import { assertFails, assertOneSucceeds, valueOf } from '../suite/value-of.ts';

const hashOf = (index: number): string => index.toString(16).padStart(64, 'a0');

const key = (name: string, index: number, given: Partial<ApiKey> = {}): ApiKey => ({
  name,
  secretHash: hashOf(index),
  permissions: ['ADMIN'],
  ...given,
});

/** API keys. */
export const apiKeyContract: Contract = contractOf('ApiKeyRepository', {
  'finds a key by its secret hash, with its permissions and projects': async ({ store }) => {
    const keys = [
      key('all projects', 1, { permissions: PERMISSIONS }),
      key('no project', 2, { projects: [] }),
      key('two projects', 3, { permissions: ['DELETE_STRATEGY'], projects: ['b', 'a'] }),
      key('no permission', 4, { permissions: [], projects: [...INHERITED_NAMES, '{a,"b"}'] }),
    ];
    for (const each of keys) await valueOf(store.apiKeys.create(each));
    for (const each of keys) {
      assert.deepEqual(await valueOf(store.apiKeys.find(each.secretHash)), each);
    }
    const listed = await valueOf(store.apiKeys.list());
    assert.deepEqual(
      listed,
      keys.toSorted((a, b) => byBytes(a.name, b.name)),
    );
  },
  'returns undefined for an unknown secret hash': async ({ store }) => {
    const hash = hashOf(1);
    await valueOf(store.apiKeys.create(key('ci', 1)));
    const similar = [hash.toUpperCase(), hash.slice(0, -1), `${hash} `];
    const patterns = ['_'.repeat(64), '%', ''];
    for (const other of [hashOf(2), ...similar, ...patterns, 'ci', ...INHERITED_NAMES]) {
      assert.equal(await valueOf(store.apiKeys.find(other)), undefined, other);
    }
  },
  'returns ApiKeyExists with the name of the existing key for a duplicate name or hash': async ({
    store,
  }) => {
    const existing = key('ci', 1, { projects: ['a'] });
    await valueOf(store.apiKeys.create(existing));
    for (const other of [key('ci', 2), key('other', 1), key('ci', 1)]) {
      await assertFails(store.apiKeys.create(other), { type: 'ApiKeyExists', name: 'ci' });
    }
    assert.deepEqual(await valueOf(store.apiKeys.list()), [existing]);
    assert.equal(await valueOf(store.apiKeys.find(hashOf(2))), undefined);
  },
  'creates exactly one of many concurrent keys with the same name': async ({ store }) => {
    const rivals = Array.from({ length: 20 }, (_, index) => key('ci', index));
    await assertOneSucceeds(
      rivals.map((each) => store.apiKeys.create(each)),
      { type: 'ApiKeyExists', name: 'ci' },
    );
    assert.equal((await valueOf(store.apiKeys.list())).length, 1);
  },
  'creates exactly one of many concurrent keys with the same hash, and returns its name to the others':
    async ({ store }) => {
      const rivals = Array.from({ length: 20 }, (_, index) => key(`ci ${index}`, 1));
      const winners = await Promise.all(
        rivals.map((each) =>
          store.apiKeys.create(each).match(
            () => each.name,
            (error) => (error.type === 'ApiKeyExists' ? error.name : error.type),
          ),
        ),
      );
      const names = (await valueOf(store.apiKeys.list())).map(({ name }) => name);
      assert.deepEqual([...new Set(winners)], names);
      assert.equal(names.length, 1);
    },
  'compares names byte for byte and lists them in byte order': async ({ store }) => {
    const keys = UNORDERED_NAMES.map((name, index) => key(name, index));
    await Promise.all(keys.map((each) => valueOf(store.apiKeys.create(each))));
    const inOrder = keys.toSorted((a, b) => byBytes(a.name, b.name));
    assert.deepEqual(await valueOf(store.apiKeys.list()), inOrder);
    for (const { name } of inOrder.slice(1)) await valueOf(store.apiKeys.revoke(name));
    assert.deepEqual(await valueOf(store.apiKeys.list()), inOrder.slice(0, 1));
  },
  'does not find a revoked key, and accepts its name and hash again': async ({ store }) => {
    const [gone, kept] = [key('ci', 1), key('kept', 2)];
    await valueOf(store.apiKeys.create(gone));
    await valueOf(store.apiKeys.create(kept));
    assert.deepEqual(await valueOf(store.apiKeys.find(hashOf(1))), gone);
    await valueOf(store.apiKeys.revoke('ci'));
    assert.equal(await valueOf(store.apiKeys.find(hashOf(1))), undefined);
    assert.deepEqual(await valueOf(store.apiKeys.list()), [kept]);
    await valueOf(store.apiKeys.create(gone));
    assert.deepEqual(await valueOf(store.apiKeys.find(hashOf(1))), gone);
  },
  'copies its arguments and results: mutating them changes nothing in the store': async ({
    store,
  }) => {
    const ci = key('ci', 1, { projects: ['a'] });
    const passed = structuredClone(ci);
    await valueOf(store.apiKeys.create(passed));
    overwriteDeeply(passed);
    overwriteDeeply(await valueOf(store.apiKeys.find(ci.secretHash)));
    overwriteDeeply(await valueOf(store.apiKeys.list()));
    assert.deepEqual(await valueOf(store.apiKeys.find(ci.secretHash)), ci);
    assert.deepEqual(await valueOf(store.apiKeys.list()), [ci]);
  },
  'returns ApiKeyNotFound for revoking an unknown name': async ({ store }) => {
    await valueOf(store.apiKeys.create(key('ci', 1)));
    for (const name of ['CI', 'ci ', 'c_', '%', hashOf(1), ...INHERITED_NAMES]) {
      await assertFails(store.apiKeys.revoke(name), { type: 'ApiKeyNotFound', name });
    }
    assert.deepEqual(await valueOf(store.apiKeys.list()), [key('ci', 1)]);
    assert.deepEqual(await allEvents(store), []);
  },
});
