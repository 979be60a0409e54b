import type { StoreUnavailable } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/core/operator';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { ensureAdminKeys, ensureFirstKey } from '../../src/keys/ensure-admin-keys.ts';
import { admitOf, clientWith } from './admit-with.ts';

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: new Error('no route to host') };

type Keys = ApiKeyRepository;

const store = (): Keys => createMemoryStore().apiKeys;

const all = async (keys: Keys) => (await keys.list())._unsafeUnwrap();

const areAdmins = (keys: Keys, ...secrets: readonly string[]) =>
  Promise.all(
    secrets.map(async (secret) => {
      const asked = { credentials: clientWith(secret), permission: 'ADMIN' } as const;
      return (await admitOf(keys)(asked)).isOk();
    }),
  );

async function closedStore(): Promise<Keys> {
  const closed = createMemoryStore();
  await closed.close();
  return closed.apiKeys;
}

describe('ensureAdminKeys', () => {
  test('gives each secret ADMIN, and stores none of them', async () => {
    const keys = store();

    await ensureAdminKeys(keys, ['one', 'two']);

    expect(await areAdmins(keys, 'one', 'two', 'three')).toEqual([true, true, false]);
    expect(JSON.stringify(await all(keys))).not.toMatch(/one|two/);
  });

  test('gives a key a name that says nothing about its secret', async () => {
    const [keys, others] = [store(), store()];

    for (const each of [keys, others]) await ensureAdminKeys(each, ['abc']);

    const [key] = await all(keys);
    const name = expect.stringMatching(/^init-[\da-f]{12}$/);
    expect(key).toStrictEqual({ name, secretHash: hashSecret('abc'), permissions: ['ADMIN'] });
    expect(key?.name).not.toBe((await all(others))[0]?.name);
    expect(hashSecret('abc')).not.toContain(key?.name.slice('init-'.length));
  });

  test('is idempotent, and adds new secrets', async () => {
    const keys = store();
    await ensureAdminKeys(keys, ['one', 'one', 'two']);
    const before = await all(keys);

    await ensureAdminKeys(keys, ['two', 'one']);
    expect(await all(keys)).toStrictEqual(before);

    await ensureAdminKeys(keys, ['one', 'three']);
    expect(await areAdmins(keys, 'three')).toEqual([true]);
    expect(await all(keys)).toHaveLength(3);
  });

  test('leaves a key that already has the secret unchanged', async () => {
    const keys = store();
    const secretHash = hashSecret('one');
    const key = { name: 'ci', secretHash, permissions: [], projects: ['shop'] };
    await keys.create(key);

    await ensureAdminKeys(keys, ['one']);

    expect(await all(keys)).toStrictEqual([key]);
  });

  test('creates each key once when two nodes start concurrently, and succeeds on both', async () => {
    const keys = store();

    const both = await Promise.all([1, 2].map(() => ensureAdminKeys(keys, ['one', 'two'])));

    expect(both.map((each) => each.isOk())).toEqual([true, true]);
    expect(await all(keys)).toHaveLength(2);
  });

  test('returns StoreUnavailable when the store is down, unless there are no secrets', async () => {
    const keys = await closedStore();

    const { type } = (await ensureAdminKeys(keys, ['one']))._unsafeUnwrapErr();
    expect(type).toBe('StoreUnavailable');
    expect((await ensureAdminKeys(keys, [])).isOk()).toBe(true);
  });

  test('stops when the store goes down in between', async () => {
    const made: string[] = [];
    const failing: Pick<Keys, 'create'> = {
      create: ({ secretHash }) => {
        made.push(secretHash);
        return made.length === 2 ? errAsync(DOWN) : okAsync();
      },
    };

    const ensured = await ensureAdminKeys(failing, ['one', 'two', 'three']);

    expect(ensured._unsafeUnwrapErr()).toBe(DOWN);
    expect(made).toEqual(['one', 'two'].map(hashSecret));
  });
});

describe('ensureFirstKey', () => {
  test('creates one key in an empty store, returns its secret, and creates no second', async () => {
    const keys = store();

    const secret = (await ensureFirstKey(keys))._unsafeUnwrap() ?? '';

    expect(await areAdmins(keys, secret)).toEqual([true]);
    const key = { name: 'admin', secretHash: hashSecret(secret), permissions: ['ADMIN'] };
    expect(await all(keys)).toStrictEqual([key]);
    expect((await ensureFirstKey(keys))._unsafeUnwrap()).toBeUndefined();
    expect(await all(keys)).toStrictEqual([key]);
  });

  test('creates none if any key exists, whatever its permissions', async () => {
    const keys = store();
    await keys.create({ name: 'ci', secretHash: hashSecret('x'), permissions: [] });

    expect((await ensureFirstKey(keys))._unsafeUnwrap()).toBeUndefined();
    expect(await all(keys)).toHaveLength(1);
  });

  test('creates one key when two nodes start concurrently, and returns no secret on the other', async () => {
    const keys = store();

    const both = await Promise.all([ensureFirstKey(keys), ensureFirstKey(keys)]);

    const secrets = both.map((each) => each._unsafeUnwrap()).filter((each) => each !== undefined);
    expect(await areAdmins(keys, ...secrets)).toEqual([true]);
    expect(await all(keys)).toHaveLength(1);
  });

  test('creates none when the store is down', async () => {
    const failing = { list: () => errAsync(DOWN), create: () => okAsync() };

    expect((await ensureFirstKey(failing))._unsafeUnwrapErr()).toBe(DOWN);
    const { type } = (await ensureFirstKey(await closedStore()))._unsafeUnwrapErr();
    expect(type).toBe('StoreUnavailable');
  });
});
