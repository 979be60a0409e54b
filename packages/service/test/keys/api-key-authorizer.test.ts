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
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { hashSecret } from '../../src/keys/api-key-secret.ts';
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

describe('what a key permits, of every permission in its project, in another and outside projects', () => {
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
    ['no permission at all permits nothing', { permissions: [] }, nothing],
    ['one permission permits itself everywhere', { permissions: [READ] }, toRead],
    ['ADMIN permits everything everywhere', { permissions: ['ADMIN'] }, everything],
    [
      'one permission, limited to a project, is also good for what belongs to no project',
      { permissions: [READ], projects: ['shop'] },
      { ...toRead, inOffice: [] },
    ],
    [
      'ADMIN of a project is not ADMIN of what belongs to none',
      { permissions: ['ADMIN'], projects: ['shop'] },
      { ...nothing, inShop: EVERYTHING },
    ],
    [
      'ADMIN of a project that may delete strategies may do just that outside',
      { permissions: ['ADMIN', 'DELETE_STRATEGY'], projects: ['shop'] },
      { ...nothing, inShop: EVERYTHING, outside: ['DELETE_STRATEGY'] },
    ],
    [
      'a key of two projects is good for both',
      { permissions: [READ], projects: ['office', 'shop'] },
      toRead,
    ],
    [
      'a key limited to no project at all is good for none',
      { permissions: ['ADMIN'], projects: [] },
      nothing,
    ],
    [
      'project ids are compared byte for byte',
      { permissions: ['ADMIN'], projects: ['Shop', 'sho', 'shop ', '', '*'] },
      nothing,
    ],
  ])('%s', async (_what, key, permitted) => {
    const admit = await admitWith(key);
    const permittedIn = async (place: { readonly projectId?: string }) => {
      const answers = await Promise.all(
        PERMISSIONS.map(async (each) => ((await admit(asking(each, place))).isOk() ? [each] : [])),
      );
      return answers.flat();
    };

    expect({
      inShop: await permittedIn({ projectId: 'shop' }),
      inOffice: await permittedIn({ projectId: 'office' }),
      outside: await permittedIn({}),
    }).toStrictEqual(permitted);
  });
});

describe('what the authorizer answers', () => {
  test('the principal has the name of the key', async () => {
    const admit = await admitWith({ permissions: [READ] });

    expect((await admit(asking(READ)))._unsafeUnwrap()).toMatchObject({
      name: 'ci',
    });
  });

  test('who lacks a permission is told which, where, and nothing more', async () => {
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
    ['a key that nobody has', 'fw_other'],
    ['a key in another case', SECRET.toUpperCase()],
    ['a key with something behind it', `${SECRET} `],
    ['what is stored of the key', hashSecret(SECRET)],
    ['the name of the key', 'ci'],
  ])('who comes with %s has to authenticate', async (_what, credentials) => {
    const admit = await admitWith({ permissions: ['ADMIN'] });

    const refused = await admit({
      ...asking(READ),
      credentials: clientWith(credentials),
    });

    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('a key that was revoked is a key that nobody has', async () => {
    const { apiKeys } = createMemoryStore();
    const admit = admitOf(apiKeys);
    await apiKeys.create({ name: 'ci', secretHash: hashSecret(SECRET), permissions: ['ADMIN'] });
    expect((await admit(asking(READ))).isOk()).toBe(true);

    await apiKeys.revoke('ci');

    const refused = await admit(asking(READ));
    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('a store that is down is no refusal: nobody can tell now, and the cause is kept', async () => {
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

  test('without credentials it needs no store to refuse', async () => {
    const store = createMemoryStore();
    await store.close();

    const refused = await admitOf(store.apiKeys)({
      credentials: clientWith(undefined),
      permission: READ,
    });

    expect(refused._unsafeUnwrapErr()).toStrictEqual({ type: 'AuthenticationRequired' });
  });

  test('the store is asked for the hash, and a key with another one is not believed', async () => {
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
