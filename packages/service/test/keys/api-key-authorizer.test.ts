import { memoryOperate } from '@forewarn/operate/memory';
import { type Admit, type Permission, PERMISSIONS, type Scope } from '@forewarn/core';
import type { ApiKey } from '@forewarn/operate';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { hashSecret, newSecret } from '../../src/keys/api-key-authorizer.ts';
import type { ClientCredentials } from '../../src/keys/client-credentials.ts';
import { admitOf, authorizerOf, clientWith } from './admit-with.ts';

type KeyScope = Pick<ApiKey, 'permissions' | 'projects'>;

const SECRET = 'fw_secret';
const READ = 'PROJECT_CHANGE_REQUEST_READ';
const UNKNOWN = { type: 'AuthenticationRequired' };

async function admitWith(key: KeyScope) {
  const { apiKeys } = createMemoryStore({}, [memoryOperate]);
  (await apiKeys.create({ name: 'ci', secretHash: hashSecret(SECRET), ...key }))._unsafeUnwrap();
  return admitOf(apiKeys);
}

type Asked = Parameters<Admit<ClientCredentials>>[0];

const asking = (permission: Permission, place: Scope = {}): Asked => ({
  credentials: clientWith(SECRET),
  permission,
  ...place,
});

describe('the permissions of a key in its project, in another project and outside projects', () => {
  const ALL: readonly string[] = PERMISSIONS;

  test.each<readonly [what: string, key: KeyScope, permitted: readonly (readonly string[])[]]>([
    ['no permission: none', { permissions: [] }, [[], [], []]],
    ['one permission: that one, everywhere', { permissions: [READ] }, [[READ], [READ], [READ]]],
    ['ADMIN: everything, everywhere', { permissions: ['ADMIN'] }, [ALL, ALL, ALL]],
    [
      'one permission, limited to a project: also outside projects',
      { permissions: [READ], projects: ['shop'] },
      [[READ], [], [READ]],
    ],
    [
      'ADMIN of a project: none outside projects',
      { permissions: ['ADMIN'], projects: ['shop'] },
      [ALL, [], []],
    ],
    [
      'ADMIN and DELETE_STRATEGY of a project: only the latter outside projects',
      { permissions: ['ADMIN', 'DELETE_STRATEGY'], projects: ['shop'] },
      [ALL, [], ['DELETE_STRATEGY']],
    ],
    [
      'limited to two projects: in both',
      { permissions: [READ], projects: ['office', 'shop'] },
      [[READ], [READ], [READ]],
    ],
    ['limited to no project: none', { permissions: ['ADMIN'], projects: [] }, [[], [], []]],
    [
      'limited to similar project ids: none, because ids compare byte for byte',
      { permissions: ['ADMIN'], projects: ['Shop', 'sho', 'shop ', '', '*'] },
      [[], [], []],
    ],
  ])('%s', async (_what, key, permitted) => {
    const admit = await admitWith(key);
    const permittedIn = async (place: Scope) => {
      const admitted = await Promise.all(PERMISSIONS.map((each) => admit(asking(each, place))));
      return PERMISSIONS.filter((_, index) => admitted[index]?.isOk());
    };

    const places = [{ projectId: 'shop' }, { projectId: 'office' }, {}];
    expect(await Promise.all(places.map(permittedIn))).toStrictEqual(permitted);
  });

  test.each<KeyScope>([
    { permissions: [READ] },
    { permissions: [READ], projects: ['shop', 'elsewhere'] },
    { permissions: ['ADMIN'], projects: ['office'] },
    { permissions: ['ADMIN'] },
    { permissions: ['SYNC'], projects: ['shop'] },
    { permissions: [READ], projects: [] },
  ])('of %j are permitted for the projects that it authorizes', async (key) => {
    const authorizer = authorizerOf(createMemoryStore({}, [memoryOperate]).apiKeys);
    const principal = { name: 'ci', ...key };
    const asked = ['shop', 'office'];
    for (const permission of PERMISSIONS) {
      const authorized: string[] = [];
      for (const projectId of asked) {
        const result = await authorizer.authorize(principal, permission, { projectId });
        if (result.isOk()) authorized.push(projectId);
      }

      const result = await authorizer.permitted?.(principal, permission, asked);

      const among = new Set(result?._unsafeUnwrap());
      expect(asked.filter((id) => among.has(id))).toEqual(authorized);
    }
  });
});

describe('the authorizer', () => {
  test.each([
    { projectId: 'shop', environment: 'production' },
    { projectId: 'shop' },
    { environment: 'production' },
    {},
  ])('returns only the missing permission and its scope %j', async (where) => {
    const admit = await admitWith({ permissions: [] });

    const refused = (await admit(asking(READ, where)))._unsafeUnwrapErr();

    expect(refused).toEqual({ type: 'NoAccess', permission: READ, ...where });
  });

  test.each([
    ['nothing', undefined],
    ['an empty key', ''],
    ['an unknown key', 'fw_other'],
    ['a key in another case', SECRET.toUpperCase()],
    ['a key with a trailing space', `${SECRET} `],
    ['the stored hash of the key', hashSecret(SECRET)],
    ['the name of the key', 'ci'],
  ])('refuses %s with AuthenticationRequired', async (_what, credentials) => {
    const admit = await admitWith({ permissions: ['ADMIN'] });

    const refused = await admit({ ...asking(READ), credentials: clientWith(credentials) });

    expect(refused._unsafeUnwrapErr()).toStrictEqual(UNKNOWN);
  });

  test('returns AuthorizerUnavailable when the store is down, which only a key needs', async () => {
    const store = createMemoryStore({}, [memoryOperate]);
    const admit = admitOf(store.apiKeys);
    await store.close();
    const { cause } = (await store.check())._unsafeUnwrapErr();

    const refused = await admit(asking(READ));
    const keyless = await admit({ ...asking(READ), credentials: clientWith(undefined) });

    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthorizerUnavailable', cause });
    expect(keyless._unsafeUnwrapErr()).toStrictEqual(UNKNOWN);
  });

  test.each([hashSecret('other'), hashSecret('other').slice(1), ''])(
    'asks the store for the hash, and refuses a key with the hash "%s"',
    async (secretHash) => {
      const asked: string[] = [];
      const admit = admitOf({
        find: (hash) => {
          asked.push(hash);
          return okAsync({ name: 'ci', secretHash, permissions: ['ADMIN'] });
        },
      });

      expect((await admit(asking(READ)))._unsafeUnwrapErr()).toStrictEqual(UNKNOWN);
      expect(asked).toEqual([hashSecret(SECRET)]);
    },
  );
});

test('a new secret has 256 bits, is unique, and needs no quotes', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);

  expect(new Set(secrets).size).toBe(1_000);
  expect(secrets[0]).toMatch(/^fw_[\w-]{43}$/);
});

test.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
])('the stored hash of "%s" is the SHA-256 of its UTF-8, in hexadecimal', (secret, hash) => {
  expect(hashSecret(secret)).toBe(hash);
});
