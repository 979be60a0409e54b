import { describe, expect, test } from 'vitest';
import { makeAdmit } from '../src/index.ts';
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
});
