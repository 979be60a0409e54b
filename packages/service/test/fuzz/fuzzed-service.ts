// The service over the store of DATABASE_URL, filled, in a process of its own; it tells the parent how much memory it has.
import process from 'node:process';
import { compose, TOKENS } from '../../src/composition-root.ts';
import { listen } from '../../src/http/http-server.ts';
import { openLog } from '../../src/open-log.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import { readSettings } from '../../src/settings.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { fill } from './fuzz-world.ts';

/** What is left after the garbage is collected, in bytes. */
export interface Memory {
  /** With what the heap keeps outside of it: buffers. */
  readonly heap: number;
  readonly rss: number;
}

const settings = readSettings(process.env)._unsafeUnwrap();
(await migrateStore(settings.store))._unsafeUnwrap();
const store = (await openStore(settings.store))._unsafeUnwrap();
await fill(store);
const { log } = openLog(settings);
const container = compose({
  settings,
  log,
  store,
  keys: store.apiKeys,
  telemetry: createTelemetry(),
});
const listening = listen(container.get(TOKENS.app), settings, log, container.get(TOKENS.lifecycle));
const server = (await listening)._unsafeUnwrap();
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, rss } satisfies Memory);
});
// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit());
process.send?.({ url: server.url });
