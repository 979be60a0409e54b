import {
  type AdmitQuery,
  makeAdmit,
  type Permission,
  PERMISSIONS,
  type Scope,
} from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { apiKeyAuthorizer, hashSecret, newSecret } from '../../src/keys/api-key-authorizer.ts';
import type { ClientCredentials } from '../../src/keys/client-credentials.ts';
import { clientWith } from './client-with.ts';
import { uncached } from './uncached.ts';

const SECRET = 'fw_secret';
const READ = 'PROJECT_CHANGE_REQUEST_READ';

async function admitWith(key: Pick<ApiKey, 'permissions' | 'projects'>) {
  const { apiKeys } = createMemoryStore();
  (await apiKeys.create({ name: 'ci', secretHash: hashSecret(SECRET), ...key }))._unsafeUnwrap();
  return admitOf(apiKeys);
}

const admitOf = (keys: Parameters<typeof uncached>[0]) =>
  makeAdmit({ authorizer: apiKeyAuthorizer(uncached(keys)) });

const asking = (permission: Permission, place: Scope = {}): AdmitQuery<ClientCredentials> => ({
  credentials: clientWith(SECRET),
  permission,
  ...place,
});

const EVERYTHING = PERMISSIONS.map((permission) => permission);

describe('the permissions of a key in its project, in another project and outside projects', () => {
  const nothing = { inShop: [], inOffice: [], outside: [] };
  const everything = { inShop: EVERYTHING, inOffice: EVERYTHING, outside: EVERYTHING };
  const toRead = { inShop: [READ], inOffice: [READ], outside: [READ] };

  test.each<
    readonly [
      what: string,
      key: Pick<ApiKey, 'permissions' | 'projects'>,
      permitted: { readonly [place in 'inShop' | 'inOffice' | 'outside']: readonly string[] },
    ]
  >([
    ['without permissions: none', { permissions: [] }, nothing],
    ['one permission: that one, everywhere', { permissions: [READ] }, toRead],
    ['ADMIN: everything, everywhere', { permissions: ['ADMIN'] }, everything],
    [
      'one permission, limited to a project: also outside projects',
      { permissions: [READ], projects: ['shop'] },
      { ...toRead, inOffice: [] },
    ],
    [
      'ADMIN of a project: none outside projects',
      { permissions: ['ADMIN'], projects: ['shop'] },
      { ...nothing, inShop: EVERYTHING },
    ],
    [
      'ADMIN and DELETE_STRATEGY of a project: only the latter outside projects',
      { permissions: ['ADMIN', 'DELETE_STRATEGY'], projects: ['shop'] },
      { ...nothing, inShop: EVERYTHING, outside: ['DELETE_STRATEGY'] },
    ],
    [
      'limited to two projects: in both',
      { permissions: [READ], projects: ['office', 'shop'] },
      toRead,
    ],
    [
      'limited to an empty list of projects: in none',
      { permissions: ['ADMIN'], projects: [] },
      nothing,
    ],
    [
      'limited to similar project ids: none, because ids compare byte for byte',
      { permissions: ['ADMIN'], projects: ['Shop', 'sho', 'shop ', '', '*'] },
      nothing,
    ],
  ])('%s', async (_what, key, permitted) => {
    const admit = await admitWith(key);
    const permittedIn = async (place: { readonly projectId?: string }) => {
      const responses = await Promise.all(
        PERMISSIONS.map(async (each) => ((await admit(asking(each, place))).isOk() ? [each] : [])),
      );
      return responses.flat();
    };

    expect({
      inShop: await permittedIn({ projectId: 'shop' }),
      inOffice: await permittedIn({ projectId: 'office' }),
      outside: await permittedIn({}),
    }).toStrictEqual(permitted);
  });
});

describe('the authorizer', () => {
  test('returns a principal with the name of the key', async () => {
    const admit = await admitWith({ permissions: [READ] });

    expect((await admit(asking(READ)))._unsafeUnwrap()).toMatchObject({
      name: 'ci',
    });
  });

  test.each<Pick<ApiKey, 'permissions' | 'projects'>>([
    { permissions: [READ] },
    { permissions: [READ], projects: ['shop', 'elsewhere'] },
    { permissions: ['ADMIN'], projects: ['office'] },
    { permissions: ['ADMIN'] },
    { permissions: ['SYNC'], projects: ['shop'] },
    { permissions: [READ], projects: [] },
  ])('permits a key with %j the projects that it authorizes', async (key) => {
    const authorizer = apiKeyAuthorizer(uncached(createMemoryStore().apiKeys));
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

  test('returns only the missing permission and its scope', async () => {
    const admit = await admitWith({ permissions: [] });
    const place = { projectId: 'shop', environment: 'production' };

    for (const where of [place, { projectId: 'shop' }, { environment: 'production' }, {}]) {
      const refused = await admit(asking(READ, where));

      expect(refused._unsafeUnwrapErr()).toEqual({
        type: 'NoAccess',
        permission: READ,
        ...where,
      });
    }
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

    const refused = await admit({
      ...asking(READ),
      credentials: clientWith(credentials),
    });

    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('refuses a revoked key like an unknown one', async () => {
    const { apiKeys } = createMemoryStore();
    const admit = admitOf(apiKeys);
    await apiKeys.create({ name: 'ci', secretHash: hashSecret(SECRET), permissions: ['ADMIN'] });
    expect((await admit(asking(READ))).isOk()).toBe(true);

    await apiKeys.revoke('ci');

    const refused = await admit(asking(READ));
    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('returns AuthorizerUnavailable with the cause when the store is down', async () => {
    const store = createMemoryStore();
    const admit = admitOf(store.apiKeys);
    await store.close();
    const down = await store.check();

    const refused = await admit(asking(READ));

    expect(refused._unsafeUnwrapErr()).toStrictEqual({
      type: 'AuthorizerUnavailable',
      cause: down._unsafeUnwrapErr().cause,
    });
  });

  test('refuses missing credentials without asking the store', async () => {
    const store = createMemoryStore();
    await store.close();

    const refused = await admitOf(store.apiKeys)({
      credentials: clientWith(undefined),
      permission: READ,
    });

    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('asks the store for the hash, and refuses a key with another hash', async () => {
    const asked: string[] = [];
    const other = hashSecret('other');
    for (const secretHash of [other, other.slice(1), '']) {
      const admit = admitOf({
        find: (hash) => {
          asked.push(hash);
          return okAsync({ name: 'ci', secretHash, permissions: ['ADMIN'] });
        },
      });

      const refused = await admit(asking(READ));

      expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
    }
    expect(new Set(asked)).toStrictEqual(new Set([hashSecret(SECRET)]));
  });
});

describe('a new secret', () => {
  test('has 256 bits, as text that needs no quotes', () => {
    expect(newSecret()).toMatch(/^fw_[\w-]{43}$/);
  });

  test('is unique', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);

    expect(new Set(secrets).size).toBe(1_000);
  });
});

describe('the stored hash', () => {
  test.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('of "%s" is the SHA-256 of its UTF-8, in lower-case hexadecimal', (secret, hash) => {
    expect(hashSecret(secret)).toBe(hash);
  });
});
