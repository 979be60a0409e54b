import { memoryOperate } from '@forewarn/operate/memory';
import type { StoreUnavailable } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/operate';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { storedKeys } from '../../src/operate/stored-keys.ts';
import { admitOf, clientWith } from '../keys/admit-with.ts';

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: new Error('no route to host') };

type Keys = ApiKeyRepository;

const store = (): Keys => createMemoryStore({}, [memoryOperate]).apiKeys;

const all = async (keys: Keys) => (await keys.list())._unsafeUnwrap();

const areAdmins = (keys: Keys, ...secrets: readonly string[]) =>
  Promise.all(
    secrets.map(async (secret) => {
      const asked = { credentials: clientWith(secret), permission: 'ADMIN' } as const;
      return (await admitOf(keys)(asked)).isOk();
    }),
  );

async function closedStore(): Promise<Keys> {
  const closed = createMemoryStore({}, [memoryOperate]);
  await closed.close();
  return closed.apiKeys;
}

const ensureAdminKeys = (keys: Keys, secrets: readonly string[]) =>
  storedKeys(keys).prepare(secrets);

const LINE = /^made the key "admin", .*: (?<secret>\S+) \(it is not shown again\)$/;

/** The secret that a start at a terminal prints. */
const ensureFirstKey = (keys: Keys) =>
  storedKeys(keys)
    .firstLines(true)
    .map(([line = '']) => LINE.exec(line)?.groups?.['secret']);

describe('the keys of the settings', () => {
  test('gives each secret ADMIN and a name, which say nothing about it', async () => {
    const [keys, others] = [store(), store()];

    for (const each of [keys, others]) await ensureAdminKeys(each, ['one', 'two']);

    expect(await areAdmins(keys, 'one', 'two', 'three')).toEqual([true, true, false]);
    const [key, ...rest] = await all(keys);
    const name = expect.stringMatching(/^init-[\da-f]{12}$/);
    const secretHash = expect.stringMatching(/^[\da-f]{64}$/);
    expect(key).toStrictEqual({ name, secretHash, permissions: ['ADMIN'] });
    const names = [key, ...rest, ...(await all(others))].map((each) => each?.name.slice(5));
    expect(new Set(names).size).toBe(4);
    expect(names.filter((each) => key?.secretHash.includes(each ?? ''))).toEqual([]);
  });

  test('is idempotent, also on two nodes at once, and adds new secrets', async () => {
    const keys = store();
    const secrets = ['one', 'one', 'two'];
    const both = await Promise.all([1, 2].map(() => ensureAdminKeys(keys, secrets)));
    expect(both.map((each) => each.isOk())).toEqual([true, true]);
    const before = await all(keys);
    expect(before).toHaveLength(2);

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

  test('stops when the store goes down in between, and needs none without secrets', async () => {
    const made: string[] = [];
    const failing: Keys = {
      ...store(),
      create: ({ secretHash }) => {
        made.push(secretHash);
        return made.length === 2 ? errAsync(DOWN) : okAsync();
      },
    };

    const ensured = await ensureAdminKeys(failing, ['one', 'two', 'three']);

    expect(ensured._unsafeUnwrapErr()).toBe(DOWN);
    expect(made).toEqual(['one', 'two'].map(hashSecret));
    expect((await ensureAdminKeys(await closedStore(), [])).isOk()).toBe(true);
  });
});

describe('the first key', () => {
  test('creates one key in an empty store, also on two nodes at once, and returns its secret once', async () => {
    const keys = store();

    const both = await Promise.all([ensureFirstKey(keys), ensureFirstKey(keys)]);

    const secrets = both.map((each) => each._unsafeUnwrap()).filter((each) => each !== undefined);
    const [secret = ''] = secrets;
    expect(secrets).toHaveLength(1);
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

  test('creates none when the store is down', async () => {
    const { type } = (await ensureFirstKey(await closedStore()))._unsafeUnwrapErr();

    expect(type).toBe('StoreUnavailable');
  });
});
