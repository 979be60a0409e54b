import { expect, test } from 'vitest';
import { search } from './readme.example.ts';

test('the example finds the recorded change request', async () => {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = await search({ credentials: 'any', projectId: 'shop', anyOf });

  expect(found.isOk() && found.value.changeRequests).toEqual([
    { id: 42, environment: 'production' },
  ]);
});
