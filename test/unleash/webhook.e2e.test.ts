import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePlace } from '../../packages/service/test/commands/place.ts';
import { KEY, serveFollowing, startOwnUnleash } from './following-service.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

test('a webhook of Unleash syncs at once', { timeout: 120_000 }, async () => {
  const unleash = await startOwnUnleash();
  const place = await makePlace(onTestFinished);
  const DATABASE_URL = `sqlite:${join(place.folder, 'forewarn.db')}`;
  const service = await serveFollowing(unleash, { DATABASE_URL, SYNC_INTERVAL: '1h' });
  const read = async (path: string): Promise<string> => {
    const headers = { Authorization: KEY };
    return (await fetch(`${service.url}/api/admin${path}`, { headers })).text();
  };
  await expect.poll(() => read('/projects'), PATIENCE).toContain('"default"');
  const creating = ['keys', 'create', 'webhook', '--permission', 'SYNC', '--project', 'default'];
  const { stdout } = await place.run(creating, { env: { DATABASE_URL } });
  await unleash.ask('POST', '/addons', {
    provider: 'webhook',
    enabled: true,
    parameters: {
      url: `${service.url}/api/admin/sync/default`,
      authorization: stdout.split('\n', 1)[0],
    },
    events: ['feature-created'],
    projects: ['default'],
  });
  // Unleash keeps its webhooks in memory for a minute.
  await unleash.stop();
  await unleash.start();

  await unleash.ask('POST', '/strategies', { name: 'holidaySale', parameters: [] });
  await unleash.ask('POST', '/projects/default/features', { name: 'checkout' });

  await expect.poll(() => read('/strategies'), PATIENCE).toContain('holidaySale');
  await expect
    .poll(() => service.stdout(), PATIENCE)
    .toMatch(/"path":"\/api\/admin\/sync\/default","status":200/);
});
