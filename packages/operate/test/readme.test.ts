import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import type { ApiKeyRepository } from '../src/api-key-repository.ts';
import { unlimited } from './first-use.example.ts';

test('the example returns the keys without a limit', async () => {
  const key = { secretHash: '0', permissions: [] };
  const keys: Partial<ApiKeyRepository> = {
    list: () =>
      okAsync([
        { ...key, name: 'ann' },
        { ...key, name: 'bob', projects: ['shop'] },
      ]),
  };

  expect(await unlimited(keys as ApiKeyRepository)).toEqual(['ann']);
});
