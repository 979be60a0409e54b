// The service's own app over a memory store: `forewarn serve` on memory: starts empty.
import process from 'node:process';
import { createMemoryStore } from '@forewarn/store-memory';
import { pino } from 'pino';
import { compose, TOKENS } from '../packages/service/src/composition-root.ts';
import { listen } from '../packages/service/src/http/http-server.ts';
import { ensureAdminKeys } from '../packages/service/src/keys/ensure-admin-keys.ts';
import { openLog } from '../packages/service/src/open-log.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { definitions, population, readerKey } from './population.ts';

const settings = readSettings(process.env)._unsafeUnwrap();
const store = createMemoryStore();
(await store.transfer.import(population(Number(process.argv[2]))))._unsafeUnwrap();
(await store.transfer.import(definitions()))._unsafeUnwrap();
(await ensureAdminKeys(store.apiKeys, settings.initAdminApiTokens))._unsafeUnwrap();
(await store.apiKeys.create(readerKey))._unsafeUnwrap();
const { log } = openLog(settings);
const app = compose({ settings, log, store, keys: store.apiKeys }).get(TOKENS.app);
const server = (await listen(app, settings, pino({ level: 'silent' })))._unsafeUnwrap();
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
