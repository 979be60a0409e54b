import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { limited } from './first-use.example.ts';

test('the example writes', async () => {
  const { projects } = limited(createMemoryStore());

  expect((await projects.register({ id: 'shop', name: 'Shop' }, 'ann')).isOk()).toBe(true);
});
