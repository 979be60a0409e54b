import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { unleashFollower } from '../../src/unleash/unleash-follower.ts';

test('the log line of a sync that Unleash refuses says why', async () => {
  const unleash = await startFakeUnleash();
  onTestFinished(() => unleash.close());
  const store = createMemoryStore({}, [memoryOperate, memoryUnleash]);
  const lines: string[] = [];
  const { running } = unleashFollower({
    unleash: { url: unleash.url, key: 'expired' },
    store,
    authorizer: apiKeyAuthorizer(store.apiKeys),
    log: pino({}, { write: (line: string) => lines.push(line) }),
    telemetry: createTelemetry(),
  });
  running?.start({ isFirstSync: async () => false });
  onTestFinished(async () => running?.stop());

  await expect
    .poll(() => lines.map((line) => JSON.parse(line) as object))
    .toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'sync failed',
        reason: expect.stringMatching(/^UNLEASH_API_KEY: Unleash does not accept the key \(401\);/),
      }),
    );
});
