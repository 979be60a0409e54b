// Imports change requests into the store at a URL, and prints how long it took and how much memory it needed.
import process from 'node:process';
import { openStore } from '../packages/service/src/open-store.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { population } from './population.ts';

const [, , DATABASE_URL, count] = process.argv;
const { store: location, http } = readSettings({ DATABASE_URL })._unsafeUnwrap();
const store = (await openStore(location, { deadlineMs: http.deadlineMs }))._unsafeUnwrap();
const begunAt = performance.now();
(await store.transfer.import(population(Number(count))))._unsafeUnwrap();
const seconds = (performance.now() - begunAt) / 1_000;
await store.close();
const KIB_PER_MIB = 1_024;
const peakMiB = process.resourceUsage().maxRSS / KIB_PER_MIB;
console.log(JSON.stringify({ seconds, peakMiB }));
