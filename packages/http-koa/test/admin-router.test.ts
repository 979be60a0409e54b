import { expect, test } from 'vitest';
import { createAdminWorld } from '../../http/test/admin-world.ts';
import { createAdminRouter } from '../src/index.ts';

test('tries the path of searches before all others', async () => {
  const { everything } = await createAdminWorld();
  const [first] = createAdminRouter(everything).stack;

  expect(first?.path).toBe('/api/admin/projects/:projectId/change-requests/scheduled');
});
