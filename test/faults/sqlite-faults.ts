import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Fault, fault, killNode, READ_ONLY, SERVED } from './fault.ts';
import type { SqliteWorld } from './world.ts';

type SqliteFault = Fault<SqliteWorld>;

const WAIT_MS = 5_000;

/** The faults of nodes over a SQLite file. */
export const SQLITE_FAULTS: readonly SqliteFault[] = [
  fault('service killed, SQLite', [100, 1_200], { ...SERVED, isCutting: true }, killNode),
  fault('held by another writer, SQLite', [200, 4_500], READ_ONLY, async ({ path }) => {
    const other = new DatabaseSync(path, { timeout: WAIT_MS });
    other.exec('begin immediate');
    return async () => other.close();
  }),
];

/** The longest file that the nodes can write in {@link DISK_FULL}. */
export const DISK_BYTES = 2 ** 26;

// Fills a page of the file, so that each change of all rows makes the log longer by 2 MiB.
const FILLER = `
  create table filler (number integer, bytes blob);
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 512)
  insert into filler select n, zeroblob(3500) from numbers;`;

/**
 * Fills the disk for the nodes, which can't write files longer than a limit. A reader keeps the write-ahead log from
 * restarting, and another writer without that limit makes it as long. Then each write of the nodes fails as it does on a full
 * disk, until the reader ends and the log is emptied.
 */
export const DISK_FULL: SqliteFault = fault(
  'disk full, SQLite',
  [100, 1_200],
  READ_ONLY,
  async ({ path }) => {
    const other = new DatabaseSync(path, { timeout: WAIT_MS });
    other.exec(`pragma synchronous = off; pragma wal_autocheckpoint = 0; ${FILLER}`);
    const reader = new DatabaseSync(path);
    reader.exec('begin; select count(*) from filler');
    while (statSync(`${path}-wal`).size <= DISK_BYTES) {
      other.exec('update filler set number = number + 1');
      await setImmediate();
    }
    return async () => {
      reader.close();
      const empty = other.prepare('pragma wal_checkpoint(truncate)');
      while (empty.get()?.['busy'] !== 0) await setImmediate();
      other.close();
    };
  },
);
