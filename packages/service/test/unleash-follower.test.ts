import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { apiKeyAuthorizer } from '../src/keys/api-key-authorizer.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';
import { unleashFollower } from '../src/unleash/unleash-follower.ts';

test.each([
  ['https://flags.example.com', 'https://flags.example.com'],
  [undefined, 'http://unleash:4242'],
])('with %s as the address for people, copies are changed at %s', async (unleashUrl, url) => {
  const store = createMemoryStore({}, [memoryOperate, memoryUnleash]);
  const { copies } = unleashFollower({
    unleash: { url: 'http://unleash:4242', key: 'key' },
    unleashUrl,
    store,
    authorizer: apiKeyAuthorizer(store.apiKeys),
    log: pino({ level: 'silent' }),
    telemetry: createTelemetry(),
  });

  expect(await copies?.refuseChange()).toMatchObject({ error: { url } });
});
