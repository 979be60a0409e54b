import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../../../tools/create-database.ts';
import { startUnleash } from '../start-unleash.ts';
import { makeUserKey } from '../user-key.ts';
import type { MeasuredUnleash } from './world.ts';

const PROGRAM = fileURLToPath(new URL('start-with-services.ts', import.meta.url));
const PARALLEL = 4;

export interface RunningMeasured {
  readonly version: string;
  /** Returns what is observed for each item, in the same order. */
  measureEach<Item, Observed>(
    items: readonly Item[],
    measure: (unleash: MeasuredUnleash, item: Item, name: string) => Promise<Observed>,
  ): Promise<readonly (readonly [Item, Observed])[]>;
  stop(): Promise<void>;
}

/** Starts the Unleash that is installed, on a database of its own. */
export async function startMeasured(): Promise<RunningMeasured> {
  const folder = inject('unleashFolder');
  const manifest = readFileSync(join(folder, 'node_modules/unleash-server/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const database = await createDatabase(inject('postgresUrl'));
  const unleash = await startUnleash(folder, database.url, PROGRAM);
  const pool = new Pool({ connectionString: database.url });
  // A pool ends before its connections do, and dropping the database cuts them off.
  pool.on('error', () => {});
  const { url, key } = unleash;
  const measured = { url, key, userKey: await makeUserKey(unleash, 'Admin'), database: pool };
  const limit = pLimit(PARALLEL);
  return {
    version,
    measureEach: async (items, measure) =>
      Promise.all(
        items.map(async (item, index) =>
          limit(async () => [item, await measure(measured, item, `m${index}`)] as const),
        ),
      ),
    stop: async () => {
      await unleash.stop();
      await pool.end();
      await database.drop();
    },
  };
}
