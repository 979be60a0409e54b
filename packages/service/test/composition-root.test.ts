import { createMemoryStore } from '@forewarn/store-memory';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { compose, TOKENS } from '../src/composition-root.ts';
import { readSettings } from '../src/settings.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';

it('resolves every token', () => {
  const store = createMemoryStore();
  const settings = readSettings({ DATABASE_URL: 'memory:' })._unsafeUnwrap();
  const container = compose({
    settings,
    log: pino({ level: 'silent' }),
    store,
    keys: store.apiKeys,
    telemetry: createTelemetry(),
    sampleKey: '*:*.sample',
  });
  for (const [name, token] of Object.entries(TOKENS)) {
    expect(container.get<unknown>(token), name).toBeDefined();
    expect(container.get<unknown>(token), name).toBe(container.get<unknown>(token));
  }
});
