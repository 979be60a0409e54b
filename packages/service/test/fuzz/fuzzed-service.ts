// Serves the filled store of DATABASE_URL in its own process, and reports its memory to the parent.
import process from 'node:process';
import { createService } from '../../src/composition-root.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { openLog } from '../../src/open-log.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import { keyedStore } from '../../src/operate/keyed-store.ts';
import { readSettings } from '../../src/settings.ts';
import { fill } from './fuzz-world.ts';

/** Bytes in use after a garbage collection. */
export interface Memory {
  /** Buffers outside of the heap. */
  readonly heap: number;
  readonly rss: number;
}

const settings = readSettings(process.env)._unsafeUnwrap();
(await migrateStore(settings.store))._unsafeUnwrap();
const store = keyedStore((await openStore(settings.store))._unsafeUnwrap());
await fill(store);
const { log } = openLog(settings);
const authorizer = apiKeyAuthorizer(store.apiKeys, { log });
const service = createService({ store, authorizer, settings: settings.http, log });
const url = (await service._unsafeUnwrap().listen())._unsafeUnwrap();
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, rss } satisfies Memory);
});
// Exit with the parent.
process.on('disconnect', () => process.exit());
process.send?.({ url });
