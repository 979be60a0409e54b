import { expect, test } from 'vitest';
import { initDatabase } from '../postgres-binaries.ts';

test('says why initdb can not be started', () => {
  const missing = { postgres: './no-postgres', initdb: './no-initdb' };

  expect(() => initDatabase(missing, 'data', {}, '.')).toThrow(/^initdb failed: .*ENOENT/);
});
