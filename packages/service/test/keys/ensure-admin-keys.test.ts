import { makeAdmit, type StoreUnavailable } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/core/operator';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { apiKeyAuthorizer, hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { clientWith } from './client-with.ts';
import { ensureAdminKeys, ensureFirstKey } from '../../src/keys/ensure-admin-keys.ts';
import { uncached } from './uncached.ts';

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: new Error('no route to host') };

const store = () => createMemoryStore();

const keysOf = async ({ apiKeys }: ReturnType<typeof store>) =>
  (await apiKeys.list())._unsafeUnwrap();

const isAdmin = async ({ apiKeys }: ReturnType<typeof store>, secret: string) => {
  const request = { credentials: clientWith(secret), permission: 'ADMIN' } as const;
  const admit = makeAdmit({ authorizer: apiKeyAuthorizer(uncached(apiKeys)) });
  return (await admit(request)).isOk();
};

async function closedStore() {
  const closed = store();
  await closed.close();
  return closed;
}

describe('ensureAdminKeys', () => {
  test('gives each secret ADMIN, and stores none of them', async () => {
    const own = store();

    await ensureAdminKeys(own.apiKeys, ['one', 'two']);

    expect(await Promise.all(['one', 'two', 'three'].map((each) => isAdmin(own, each)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(JSON.stringify(await keysOf(own))).not.toMatch(/one|two/);
  });

  test('gives a key a name that says nothing about its secret', async () => {
    const [own, other] = [store(), store()];

    await ensureAdminKeys(own.apiKeys, ['abc']);
    await ensureAdminKeys(other.apiKeys, ['abc']);

    const [key] = await keysOf(own);
    expect(key).toStrictEqual({
      name: expect.stringMatching(/^init-[\da-f]{12}$/),
      secretHash: hashSecret('abc'),
      permissions: ['ADMIN'],
    });
    expect(key?.name).not.toBe((await keysOf(other))[0]?.name);
    expect(hashSecret('abc')).not.toContain(key?.name.slice('init-'.length));
  });

  test('is idempotent, and adds new secrets', async () => {
    const own = store();
    await ensureAdminKeys(own.apiKeys, ['one', 'one', 'two']);
    const before = await keysOf(own);

    await ensureAdminKeys(own.apiKeys, ['two', 'one']);
    expect(await keysOf(own)).toStrictEqual(before);

    await ensureAdminKeys(own.apiKeys, ['one', 'three']);
    expect(await isAdmin(own, 'three')).toBe(true);
    expect(await keysOf(own)).toHaveLength(3);
  });

  test('leaves a key that already has the secret unchanged', async () => {
    const own = store();
    const secretHash = hashSecret('one');
    await own.apiKeys.create({ name: 'ci', secretHash, permissions: [], projects: ['shop'] });

    await ensureAdminKeys(own.apiKeys, ['one']);

    expect(await keysOf(own)).toStrictEqual([
      { name: 'ci', secretHash, permissions: [], projects: ['shop'] },
    ]);
  });

  test('creates each key once when two nodes start concurrently, and succeeds on both', async () => {
    const own = store();

    const both = await Promise.all(
      [own, own].map(({ apiKeys }) => ensureAdminKeys(apiKeys, ['one', 'two'])),
    );

    expect(both.map((each) => each.isOk())).toEqual([true, true]);
    expect(await keysOf(own)).toHaveLength(2);
  });

  test('returns StoreUnavailable when the store is down', async () => {
    const { apiKeys } = await closedStore();

    expect((await ensureAdminKeys(apiKeys, ['one']))._unsafeUnwrapErr().type).toBe(
      'StoreUnavailable',
    );
  });

  test('stops when the store goes down in between', async () => {
    const made: string[] = [];
    const failing: Pick<ApiKeyRepository, 'create'> = {
      create: ({ secretHash }) => {
        made.push(secretHash);
        return made.length === 2 ? errAsync(DOWN) : okAsync();
      },
    };

    const ensured = await ensureAdminKeys(failing, ['one', 'two', 'three']);

    expect(ensured._unsafeUnwrapErr()).toBe(DOWN);
    expect(made).toEqual(['one', 'two'].map(hashSecret));
  });

  test('does not ask the store when there are no secrets', async () => {
    const { apiKeys } = await closedStore();

    expect((await ensureAdminKeys(apiKeys, [])).isOk()).toBe(true);
  });
});

describe('ensureFirstKey', () => {
  test('creates no key when the store cannot list keys', async () => {
    const ensured = await ensureFirstKey({
      list: () => errAsync(DOWN),
      create: () => okAsync(),
    });

    expect(ensured._unsafeUnwrapErr()).toBe(DOWN);
  });

  test('creates one key in an empty store, and returns its secret, which is not stored', async () => {
    const own = store();

    const secret = (await ensureFirstKey(own.apiKeys))._unsafeUnwrap() ?? '';

    expect(await isAdmin(own, secret)).toBe(true);
    expect(await keysOf(own)).toStrictEqual([
      { name: 'admin', secretHash: hashSecret(secret), permissions: ['ADMIN'] },
    ]);
  });

  test('creates no second key', async () => {
    const own = store();
    await ensureFirstKey(own.apiKeys);
    const before = await keysOf(own);

    expect((await ensureFirstKey(own.apiKeys))._unsafeUnwrap()).toBeUndefined();
    expect(await keysOf(own)).toStrictEqual(before);
  });

  test('creates none if any key exists, whatever its permissions', async () => {
    const own = store();
    await own.apiKeys.create({ name: 'ci', secretHash: hashSecret('x'), permissions: [] });

    expect((await ensureFirstKey(own.apiKeys))._unsafeUnwrap()).toBeUndefined();
    expect(await keysOf(own)).toHaveLength(1);
  });

  test('creates one key when two nodes start concurrently, and returns no secret on the other', async () => {
    const own = store();

    const both = await Promise.all([ensureFirstKey(own.apiKeys), ensureFirstKey(own.apiKeys)]);

    const secrets = both.map((each) => each._unsafeUnwrap()).filter((each) => each !== undefined);
    expect(secrets).toHaveLength(1);
    expect(await isAdmin(own, secrets[0] ?? '')).toBe(true);
    expect(await keysOf(own)).toHaveLength(1);
  });

  test('returns StoreUnavailable when the store is down', async () => {
    const { apiKeys } = await closedStore();

    expect((await ensureFirstKey(apiKeys))._unsafeUnwrapErr().type).toBe('StoreUnavailable');
  });
});
