import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { makeAdmit } from '../src/use-case.ts';
import { admitted, allowing, refusing, REFUSALS, UNAUTHENTICATED } from './authorizers.ts';

const PERMISSION = 'PROJECT_CHANGE_REQUEST_WRITE';

describe('admit', () => {
  test('returns the principal, authorized in the scope', async () => {
    const calls: unknown[] = [];
    const admit = makeAdmit({ authorizer: allowing(calls) });
    const scope = { projectId: 'shop', environment: 'staging' };

    const result = await admit({ credentials: 'key', permission: PERMISSION, ...scope });

    expect(result.isOk() && result.value).toEqual({ name: 'alice' });
    expect(calls).toEqual(admitted(PERMISSION, scope));
  });

  test('only authenticates without a permission', async () => {
    const calls: unknown[] = [];
    const admit = makeAdmit({ authorizer: allowing(calls) });

    const result = await admit({ credentials: 'key', permission: undefined });

    expect(result.isOk() && result.value).toEqual({ name: 'alice' });
    expect(calls).toEqual([['authenticate', 'key']]);
  });

  test.each(REFUSALS)('returns $type of the authorizer unchanged', async (no) => {
    const admit = makeAdmit({ authorizer: refusing(no) });

    const result = await admit({ credentials: 'key', permission: PERMISSION });

    expect(result.isErr() && result.error).toBe(no);
  });

  test.each(UNAUTHENTICATED)('does not authorize after $type', async (no) => {
    const calls: unknown[] = [];
    const admit = makeAdmit<string>({
      authorizer: {
        authenticate: (credentials) => refusing(no).authenticate(credentials),
        authorize: (...call) => allowing(calls).authorize(...call),
      },
    });

    await admit({ credentials: 'key', permission: PERMISSION });

    expect(calls).toEqual([]);
  });

  test('asks the authorizer once for what a request asks twice', async () => {
    const calls: unknown[] = [];
    const admit = makeAdmit({ authorizer: allowing(calls) });
    const query = { credentials: 'key', projectId: 'shop', admissions: new Map() };

    await admit({ ...query, permission: undefined });
    const first = await admit({ ...query, permission: PERMISSION });
    const second = await admit({ ...query, permission: PERMISSION });

    expect(second).toEqual(first);
    expect(calls).toEqual(admitted(PERMISSION, { projectId: 'shop' }));
  });

  test('asks again for another scope, and for another request', async () => {
    const calls: unknown[] = [];
    const admit = makeAdmit({ authorizer: allowing(calls) });
    const query = { credentials: 'key', permission: PERMISSION, admissions: new Map() } as const;

    await admit({ ...query, projectId: 'shop' });
    await admit({ ...query, projectId: 'bank' });
    await admit({ ...query, projectId: 'shop', admissions: new Map() });

    expect(calls).toEqual([
      ...admitted(PERMISSION, { projectId: 'shop' }),
      admitted(PERMISSION, { projectId: 'bank' })[1],
      ...admitted(PERMISSION, { projectId: 'shop' }),
    ]);
  });

  test.each<['authenticate' | 'authorize', string, unknown]>([
    ['authenticate', 'a principal without a name', okAsync({})],
    ['authenticate', 'a principal with an empty name', okAsync({ name: '' })],
    ['authenticate', 'a principal whose name is no text', okAsync({ name: 7 })],
    ['authenticate', 'no principal', okAsync()],
    ['authenticate', 'a principal that is no result', Promise.resolve({ name: 'alice' })],
    ['authenticate', 'nothing', undefined],
    ['authorize', 'nothing', undefined],
    ['authorize', 'a promise of false', Promise.resolve(false)],
    ['authorize', 'a result with false', okAsync(false)],
  ])('throws when %s returns %s', async (method, _what, returned) => {
    const authorizer = { ...allowing([]), [method]: () => returned as never };

    const admitting = makeAdmit({ authorizer })({ credentials: 'key', permission: PERMISSION });

    await expect(admitting).rejects.toThrow(`${method} of the authorizer`);
  });
});
