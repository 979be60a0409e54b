// Serves the filled store of DATABASE_URL in its own process, and reports its memory to the parent.
import process from 'node:process';
import { compose, TOKENS } from '../../src/composition-root.ts';
import { listen } from '../../src/http/http-server.ts';
import { openLog } from '../../src/open-log.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import { readSettings } from '../../src/settings.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { fill } from './fuzz-world.ts';

/** Bytes in use after a garbage collection. */
export interface Memory {
  /** Buffers outside of the heap. */
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
// Exit with the parent.
process.on('disconnect', () => process.exit());
process.send?.({ url: server.url });
