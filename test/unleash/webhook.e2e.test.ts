import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makePlace } from '../../packages/service/test/commands/place.ts';
import { startService } from '../../packages/service/test/http/running-service.ts';
import { freshDatabase } from '../../tools/fresh-database.ts';
import { startUnleash } from './start-unleash.ts';

const KEY = 'secret-of-the-test';
const PATIENCE = { timeout: 30_000, interval: 100 };

test('a webhook of Unleash syncs at once', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const unleash = await startUnleash(inject('unleashFolder'), database.url);
  onTestFinished(() => unleash.stop());
  const place = await makePlace(onTestFinished);
  const DATABASE_URL = `sqlite:${join(place.folder, 'forewarn.db')}`;
  const service = await startService({
    DATABASE_URL,
    INIT_ADMIN_API_TOKENS: KEY,
    UNLEASH_URL: unleash.url,
    UNLEASH_API_KEY: unleash.key,
    SYNC_INTERVAL: '1h',
  });
  onTestFinished(async () => void (await service.end('SIGTERM')));
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
