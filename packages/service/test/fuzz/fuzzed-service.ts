// Serves the filled store of DATABASE_URL in its own process, and reports its memory to the parent.
import process from 'node:process';
import { getHeapSpaceStatistics } from 'node:v8';
import { createService } from '../../src/composition-root.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { openLog } from '../../src/open-log.ts';
import { migrateStore, openStore } from '../../src/open-store.ts';
import { keyedStore } from '../../src/operate/keyed-store.ts';
import { readSettings } from '../../src/settings.ts';
import { fill } from './fuzz-world.ts';

/** Bytes in use after a garbage collection. */
export interface Memory {
  /** With buffers outside of it, without compiled code: V8 goes on compiling for 100,000 requests. */
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
  const { external, rss } = process.memoryUsage();
  const spaces = getHeapSpaceStatistics().filter(
    ({ space_name: name }) => !/code|trusted/.test(name),
  );
  const heap = spaces.reduce((sum, { space_used_size: used }) => sum + used, external);
  process.send?.({ heap, rss } satisfies Memory);
});
// Exit with the parent.
process.on('disconnect', () => process.exit());
process.send?.({ url });
