import { expect, test } from 'vitest';
import { listStrategies } from './first-use.example.ts';

test('the example lists the built-in definitions', async () => {
  const listed = (await listStrategies({ credentials: 'key' }))._unsafeUnwrap();

  expect(listed.map(({ name }) => name)).toContain('flexibleRollout');
});
