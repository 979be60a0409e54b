import { describe, expect, test } from 'vitest';
import { makeIdentify } from '../src/index.ts';
import { allowing, refusing, REFUSALS } from './authorizers.ts';

describe('identify', () => {
  test('answers the principal, asked about no permission anywhere', async () => {
    const calls: unknown[] = [];
    const identify = makeIdentify({ authorizer: allowing(calls) });

    const result = await identify({ credentials: 'key' });

    expect(result.isOk() && result.value).toEqual({ name: 'alice' });
    expect(calls).toStrictEqual([['authorize', { credentials: 'key', permission: 'NONE' }]]);
  });

  test.each(REFUSALS)('passes on $type of the authorizer as it is', async (no) => {
    const identify = makeIdentify({ authorizer: refusing(no) });

    const result = await identify({ credentials: 'key' });

    expect(result.isErr() && result.error).toBe(no);
  });
});
