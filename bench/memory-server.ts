// The service's own app over a memory store: `forewarn serve` on memory: starts empty.
import process from 'node:process';
import { createMemoryStore } from '@forewarn/store-memory';
import { pino } from 'pino';
import { compose, TOKENS } from '../packages/service/src/composition-root.ts';
import { listen } from '../packages/service/src/http/http-server.ts';
import { ensureAdminKeys } from '../packages/service/src/keys/ensure-admin-keys.ts';
import { openLog } from '../packages/service/src/open-log.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { createTelemetry } from '../packages/service/src/telemetry/telemetry.ts';
import { definitions, population, readerKey } from './population.ts';

const settings = readSettings(process.env)._unsafeUnwrap();
const store = createMemoryStore();
(await store.transfer.import(population(Number(process.argv[2]))))._unsafeUnwrap();
(await store.transfer.import(definitions()))._unsafeUnwrap();
(await ensureAdminKeys(store.apiKeys, settings.initAdminApiTokens))._unsafeUnwrap();
(await store.apiKeys.create(readerKey))._unsafeUnwrap();
const { log } = openLog(settings);
const parts = compose({
  settings,
  log,
  store,
  keys: store.apiKeys,
  telemetry: createTelemetry(),
});
const [app, lifecycle] = [parts.get(TOKENS.app), parts.get(TOKENS.lifecycle)];
const silent = pino({ level: 'silent' });
const server = (await listen(app, settings, silent, lifecycle))._unsafeUnwrap();
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
